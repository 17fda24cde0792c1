/** The characters of a string; indices of CEL's string functions count these. */
export const runesOf = (text: string): readonly string[] => (isAscii(text) ? text.split("") : Array.from(text));

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

const startsAt = (runes: readonly string[], part: readonly string[], at: number): boolean =>
  part.every((rune, i) => runes[at + i] === rune);

/** The first place at or behind `from` where the part begins; -1 if there is none. */
export function indexOfRunes(runes: readonly string[], part: readonly string[], from: number): number {
  for (let i = from; i <= runes.length - part.length; i++) if (startsAt(runes, part, i)) return i;
  return -1;
}

/** The last place at or before `from` where the part begins; -1 if there is none. */
export function lastIndexOfRunes(runes: readonly string[], part: readonly string[], from: number): number {
  for (let i = Math.min(from, runes.length - part.length); i >= 0; i--) if (startsAt(runes, part, i)) return i;
  return -1;
}
