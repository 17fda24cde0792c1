import { unlimitedEffort, type Effort } from "./effort.ts";

const isHigh = (code: number): boolean => (code & 0xfc00) === 0xd800;
const isLow = (code: number): boolean => (code & 0xfc00) === 0xdc00;

/** Where the code points of a text with surrogate pairs begin: the offset of every 64th one. */
interface PairIndex {
  readonly size: number;
  readonly offsets: Uint32Array;
}

const stride = 64;

/** Reports whether a code point of two units begins at an offset. */
const isPair = (text: string, at: number): boolean =>
  isHigh(text.charCodeAt(at)) && at + 1 < text.length && isLow(text.charCodeAt(at + 1));

/** Returns the index of a text; undefined if each code point is one unit. */
function indexPairs(text: string): PairIndex | undefined {
  if (!hasPairs(text)) return undefined;
  const offsets = new Uint32Array(Math.ceil(text.length / stride));
  let size = 0;
  for (let at = 0; at < text.length; at += isPair(text, at) ? 2 : 1) {
    if (size % stride === 0) offsets[size / stride] = at;
    size++;
  }
  return { size, offsets: offsets.slice(0, Math.ceil(size / stride)) };
}

/** Reports whether a text has code points of two units. The engine knows at once that a text of Latin-1 has none. */
export const hasPairs = (text: string): boolean => /[\ud800-\udbff][\udc00-\udfff]/.test(text);

/** Texts up to this length are read anew each time. */
const short = 64;
const mostKept = 8;
const mostKeptLength = 16_000_000;

/** The indices of the long texts that were read last. A memo of a pure function, bounded in entries and characters. */
class RecentTexts {
  #entries: { readonly text: string; readonly index: PairIndex | undefined }[] = [];

  indexOf(text: string, effort: Effort): PairIndex | undefined {
    const known = this.#entries.find((entry) => isSame(entry.text, text, effort));
    if (known !== undefined) return known.index;
    effort.spend(text.length >> 3);
    const index = indexPairs(text);
    if (index !== undefined) effort.spend(text.length >> 2);
    if (text.length > mostKeptLength) return index;
    this.#entries.unshift({ text, index });
    this.#forget();
    return index;
  }

  #forget(): void {
    let total = 0;
    const end = this.#entries.findIndex(({ text }, i) => (total += text.length) > mostKeptLength || i >= mostKept);
    if (end >= 0) this.#entries.length = end;
  }
}

/** Compares a text with a known one. Only different texts of one length that look the same are read. */
function isSame(known: string, text: string, effort: Effort): boolean {
  const { length } = text;
  if (known.length !== length || known.charCodeAt(length - 1) !== text.charCodeAt(length - 1)) return false;
  if (known.charCodeAt(length >> 1) !== text.charCodeAt(length >> 1)) return false;
  if (known === text) return true;
  effort.spend(length >> 6);
  return false;
}

const recent = new RecentTexts();

const indexOfText = (text: string, effort: Effort): PairIndex | undefined =>
  text.length <= short ? indexPairs(text) : recent.indexOf(text, effort);

/** Returns the number of code points of a text, which is its size in CEL. */
export const countRunes = (text: string, effort: Effort = unlimitedEffort): number =>
  indexOfText(text, effort)?.size ?? text.length;

/** Returns the offset in UTF-16 units of a code point; the length of the text for those past the end. */
export function offsetOfRune(text: string, rune: number, effort: Effort): number {
  const index = indexOfText(text, effort);
  if (index === undefined || rune <= 0) return Math.min(rune, text.length);
  if (rune >= index.size) return text.length;
  let at = index.offsets[Math.floor(rune / stride)] ?? 0;
  for (let i = rune % stride; i > 0; i--) at += isPair(text, at) ? 2 : 1;
  return at;
}

/** Returns the number of code points before an offset in UTF-16 units. */
export function runeAtOffset(text: string, offset: number, effort: Effort): number {
  const index = indexOfText(text, effort);
  if (index === undefined) return offset;
  const block = lastAtOrBefore(index.offsets, offset);
  let rune = block * stride;
  for (let at = index.offsets[block] ?? 0; at < offset; at += isPair(text, at) ? 2 : 1) rune++;
  return rune;
}

/** Returns the position of the last number at or before a value in an ascending list that begins with 0. */
function lastAtOrBefore(ascending: Uint32Array, value: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
