/** Returns the characters of a string, which are the unit of indices in CEL's string functions. */
export const runesOf = (text: string): readonly string[] => (isAscii(text) ? text.split("") : Array.from(text));

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

const startsAt = (runes: readonly string[], part: readonly string[], at: number): boolean =>
  part.every((rune, i) => runes[at + i] === rune);

/** Returns the first occurrence at or after `from`; -1 if there is none. */
export function indexOfRunes(runes: readonly string[], part: readonly string[], from: number): number {
  for (let i = from; i <= runes.length - part.length; i++) if (startsAt(runes, part, i)) return i;
  return -1;
}

/** Returns the last occurrence at or before `from`; -1 if there is none. */
export function lastIndexOfRunes(runes: readonly string[], part: readonly string[], from: number): number {
  for (let i = Math.min(from, runes.length - part.length); i >= 0; i--) if (startsAt(runes, part, i)) return i;
  return -1;
}
