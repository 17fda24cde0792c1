import type { HeaderReader } from "../component-base/exchange.ts";

/** A list of headers in their original form; lookups are case-insensitive and return the first value. */
export class PlainHeaders implements HeaderReader {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly #byName = new Map<string, string>();

  constructor(pairs: Iterable<readonly [name: string, value: string]>) {
    this.pairs = [...pairs];
    for (const [name, value] of this.pairs) {
      const key = name.toLowerCase();
      if (!this.#byName.has(key)) this.#byName.set(key, value);
    }
  }

  get(name: string): string | null {
    return this.#byName.get(name) ?? this.#byName.get(name.toLowerCase()) ?? null;
  }

  [Symbol.iterator](): Iterator<readonly [string, string]> {
    return this.pairs[Symbol.iterator]();
  }
}
