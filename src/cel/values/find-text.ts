/** Searches of up to this many comparisons are left to the engine, whose worst case is the product of both lengths. */
const fewComparisons = 4_000_000;
const shortPart = 16;

/** Searches a text for a part in time linear in their lengths. Offsets are UTF-16 units. */
export class TextFinder {
  readonly #part: string;
  #borders: Int32Array | undefined;

  constructor(part: string) {
    this.#part = part;
  }

  /** Returns the first occurrence at or after an offset; -1 if there is none. */
  find(text: string, from: number): number {
    if (this.isQuick(text.length - from)) return text.indexOf(this.#part, from);
    for (const at of this.#occurrences(text, from)) return at;
    return -1;
  }

  /** Returns the last occurrence at or before an offset; -1 if there is none. */
  findLast(text: string, from: number): number {
    if (this.isQuick(from)) return text.lastIndexOf(this.#part, from);
    let last = -1;
    for (const at of this.#occurrences(text, 0)) {
      if (at > from) break;
      last = at;
    }
    return last;
  }

  /** Reports whether the engine's own search is quick in the worst case. */
  isQuick(length: number): boolean {
    return this.#part.length <= shortPart || this.#part.length * length <= fewComparisons;
  }

  /** The occurrences by the algorithm of Knuth, Morris and Pratt, also those that overlap. */
  *#occurrences(text: string, from: number): Generator<number> {
    const part = this.#part;
    const borders = (this.#borders ??= bordersOf(part));
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      while (matched > 0 && text.charCodeAt(at) !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
      if (text.charCodeAt(at) === part.charCodeAt(matched)) matched++;
      if (matched < part.length) continue;
      yield at + 1 - matched;
      matched = borders[matched - 1] ?? 0;
    }
  }
}

/** Returns for each prefix the length of the longest proper prefix that is also its suffix. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let border = 0;
  for (let i = 1; i < part.length; i++) {
    while (border > 0 && part.charCodeAt(i) !== part.charCodeAt(border)) border = borders[border - 1] ?? 0;
    if (part.charCodeAt(i) === part.charCodeAt(border)) border++;
    borders[i] = border;
  }
  return borders;
}

/** Splits a text at each occurrence of a part that is not empty, into at most `limit` pieces. */
export function splitText(text: string, part: string, limit = Infinity): string[] {
  const finder = new TextFinder(part);
  if (limit === Infinity && finder.isQuick(text.length)) return text.split(part);
  const pieces: string[] = [];
  let start = 0;
  while (pieces.length + 1 < limit) {
    const at = finder.find(text, start);
    if (at < 0) break;
    pieces.push(text.slice(start, at));
    start = at + part.length;
  }
  pieces.push(text.slice(start));
  return pieces;
}
