import { PlainHeaders } from "../../client/plain-headers.ts";
import { type HeaderReader, isListed } from "../../component-base/exchange.ts";
import type { FlatHeaders } from "./protocol.ts";

/** The headers of one exchange as received over a link: lower-case names in order, with repeated headers kept. */
export class HeaderPairs implements HeaderReader, Iterable<readonly [string, string]> {
  readonly #flat: FlatHeaders;

  constructor(flat: FlatHeaders) {
    this.#flat = flat;
  }

  /** Returns the first value of a header. */
  get(name: string): string | null {
    const wanted = name.toLowerCase();
    for (let i = 0; i < this.#flat.length; i += 2) if (this.#flat[i] === wanted) return this.#valueAt(i);
    return null;
  }

  *[Symbol.iterator](): Iterator<readonly [string, string]> {
    for (let i = 0; i < this.#flat.length; i += 2) yield [this.#flat[i] ?? "", this.#valueAt(i)];
  }

  #valueAt(index: number): string {
    return this.#flat[index + 1] ?? "";
  }
}

/**
 * Returns all headers as a flat list of alternating names and values. Throws a TypeError if the headers cannot be
 * iterated.
 */
export function flattenHeaders(headers: HeaderReader): FlatHeaders {
  if (headers instanceof PlainHeaders) return flattenPairs(headers.pairs, true);
  if (!isListed(headers)) throw new TypeError("headers that cross a worker boundary must be iterable");
  return flattenPairs(headers, true);
}

/** Returns pairs as a flat list of alternating names and values. */
export function flattenPairs(pairs: Iterable<readonly [string, string]>, lowerCase: boolean): FlatHeaders {
  const flat: string[] = [];
  for (const [name, value] of pairs) flat.push(lowerCase ? name.toLowerCase() : name, value);
  return flat;
}

/** The inverse of `flattenPairs`. */
export function pairUp(flat: FlatHeaders): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let i = 0; i < flat.length; i += 2) pairs.push([flat[i] ?? "", flat[i + 1] ?? ""]);
  return pairs;
}
