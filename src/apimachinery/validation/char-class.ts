/** Sets of ASCII characters as bits. */
export const lower = 1;
export const upper = 2;
export const digit = 4;
export const dash = 8;
export const dot = 16;
export const underscore = 32;

const classes = Uint8Array.from({ length: 128 }, (_, code) => classOf(String.fromCharCode(code)));

function classOf(char: string): number {
  if (char >= "a" && char <= "z") return lower;
  if (char >= "A" && char <= "Z") return upper;
  if (char >= "0" && char <= "9") return digit;
  if (char === "-") return dash;
  if (char === ".") return dot;
  return char === "_" ? underscore : 0;
}

/** True for a non-empty text whose first, inner and last characters are of the given sets. */
export function consistsOf(text: string, first: number, inner: number, last: number): boolean {
  const end = text.length - 1;
  if (end < 0 || !isOf(text, 0, first) || !isOf(text, end, last)) return false;
  for (let i = 1; i < end; i++) if (!isOf(text, i, inner)) return false;
  return true;
}

/** True when the character at `index` is of the given set. */
export function isOf(text: string, index: number, set: number): boolean {
  const code = text.charCodeAt(index);
  return code < 128 && ((classes[code] ?? 0) & set) !== 0;
}
