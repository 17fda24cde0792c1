import { PlainHeaders } from "../../client/plain-headers.ts";
import { type HeaderReader, isListed } from "../../component-base/exchange.ts";
import type { FlatHeaders } from "./protocol.ts";

/** The headers of one exchange as they came over a link: names in lower case, in order, repeated ones kept. */
export class HeaderPairs implements HeaderReader, Iterable<readonly [string, string]> {
  readonly #flat: FlatHeaders;

  constructor(flat: FlatHeaders) {
    this.#flat = flat;
  }

  /** The value of a header; values of a repeated one are joined as `Headers` joins them. */
  get(name: string): string | null {
    const wanted = name.toLowerCase();
    let found: string | null = null;
    for (let i = 0; i < this.#flat.length; i += 2) {
      if (this.#flat[i] === wanted) found = found === null ? this.#valueAt(i) : `${found}, ${this.#valueAt(i)}`;
    }
    return found;
  }

  *[Symbol.iterator](): Iterator<readonly [string, string]> {
    for (let i = 0; i < this.#flat.length; i += 2) yield [this.#flat[i] ?? "", this.#valueAt(i)];
  }

  #valueAt(index: number): string {
    return this.#flat[index + 1] ?? "";
  }
}

/** Every header as names and values in turn. Headers that cannot be listed cannot cross a link: a TypeError says so. */
export function flattenHeaders(headers: HeaderReader): FlatHeaders {
  if (headers instanceof PlainHeaders) return flattenPairs(headers.pairs, true);
  if (!isListed(headers)) throw new TypeError("headers that cross a worker boundary must be iterable");
  return flattenPairs(headers, true);
}

/** Pairs as names and values in turn. */
export function flattenPairs(pairs: Iterable<readonly [string, string]>, lowerCase: boolean): FlatHeaders {
  const flat: string[] = [];
  for (const [name, value] of pairs) flat.push(lowerCase ? name.toLowerCase() : name, value);
  return flat;
}

/** The reverse of `flattenPairs`. */
export function pairUp(flat: FlatHeaders): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let i = 0; i < flat.length; i += 2) pairs.push([flat[i] ?? "", flat[i + 1] ?? ""]);
  return pairs;
}
