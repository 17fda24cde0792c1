import { decodeByteText } from "../apimachinery/byte-text.ts";
import type { HeaderReader } from "../component-base/exchange.ts";

/**
 * Reads headers from the flat list of names and values that node:http parsed. Of a repeated header the first counts,
 * as in Go's Header.Get.
 */
export class RawHeaderReader implements HeaderReader {
  readonly #raw: readonly string[];
  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  get(name: string): string | null {
    const raw = this.#raw;
    for (let i = 0; i + 1 < raw.length; i += 2) {
      if (sameName(raw[i], name)) return fromBytes(raw[i + 1] ?? "");
    }
    return null;
  }

  *[Symbol.iterator](): Iterator<readonly [string, string]> {
    for (let i = 0; i + 1 < this.#raw.length; i += 2) yield [this.#raw[i] ?? "", fromBytes(this.#raw[i + 1] ?? "")];
  }
}

/** Reports whether a header is there more than once. */
export function isRepeated(raw: readonly string[], name: string): boolean {
  let found = false;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (!sameName(raw[i], name)) continue;
    if (found) return true;
    found = true;
  }
  return false;
}

/** Compares names without regard to case. The first letter decides nearly always, without lower-case copies. */
const sameName = (sent: string | undefined, wanted: string): boolean =>
  sent !== undefined &&
  sent.length === wanted.length &&
  (sent === wanted ||
    (((sent.charCodeAt(0) ^ wanted.charCodeAt(0)) & ~caseBit) === 0 && sent.toLowerCase() === wanted.toLowerCase()));

const caseBit = 0x20;

/** Decodes a header value as UTF-8, and keeps other bytes. node:http decodes it as latin1. */
function fromBytes(value: string): string {
  for (let i = 0; i < value.length; i++)
    if (value.charCodeAt(i) > 0x7f) return decodeByteText(Buffer.from(value, "latin1"));
  return value;
}
