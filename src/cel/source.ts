/** A place in a text: lines from 1, columns from 0, both in characters as Go counts them (code points). */
export interface Location {
  readonly line: number;
  readonly column: number;
}

export const noLocation: Location = { line: -1, column: -1 };

/** Code points of a string. */
export function countRunes(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--;
  return count;
}

/** Where an offset (in UTF-16 units) lies. */
export function locationOf(text: string, offset: number): Location {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: countRunes(before.slice(start)) };
}

/** The text of a line; undefined if there is none, or nothing at all. */
export const lineOf = (text: string, line: number): string | undefined =>
  text === "" ? undefined : text.split("\n")[line - 1];
