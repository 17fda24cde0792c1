import type { HeaderReader } from "../component-base/exchange.ts";

/** Reads headers off the flat list of names and values that node:http parsed; a repeated header is joined with commas. */
export class RawHeaderReader implements HeaderReader {
  readonly #raw: readonly string[];
  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  get(name: string): string | null {
    const raw = this.#raw;
    const wanted = name.toLowerCase();
    let found: string | null = null;
    for (let i = 0; i + 1 < raw.length; i += 2) {
      if (!sameName(raw[i], wanted)) continue;
      const value = raw[i + 1] ?? "";
      found = found === null ? value : `${found}, ${value}`;
    }
    return found;
  }
}

const sameName = (sent: string | undefined, wanted: string): boolean =>
  sent !== undefined && sent.length === wanted.length && (sent === wanted || sent.toLowerCase() === wanted);
