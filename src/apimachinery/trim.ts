/** Where the characters of a set at the end of a text begin. */
function endWithout(text: string, cutset: string): number {
  let end = text.length;
  while (end > 0 && cutset.includes(text.charAt(end - 1))) end--;
  return end;
}

/**
 * Removes the characters of a set from the end of a text (strings.TrimRight), in one walk: a regular expression such as
 * `/=+$/` is tried anew from each character of a run that is not at the end.
 */
export const trimRight = (text: string, cutset: string): string => text.slice(0, endWithout(text, cutset));

/** Removes the characters of a set from both ends of a text (strings.Trim), in two walks. */
export function trim(text: string, cutset: string): string {
  const end = endWithout(text, cutset);
  let start = 0;
  while (start < end && cutset.includes(text.charAt(start))) start++;
  return text.slice(start, end);
}

const wideSpaces = new Set([0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);

/** Go's unicode.IsSpace, which includes U+0085 but not the byte order mark. */
const isSpace = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  (code >= 0x80 && (wideSpaces.has(code) || (code >= 0x2000 && code <= 0x200a)));

/** Removes Go's white space from both ends of a text (strings.TrimSpace). */
export function trimSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
