import { countRunes } from "./values/text-index.ts";

/** A location in a text. Lines start at 1, columns at 0; columns count code points, as in Go. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

export const noLocation: Location = { line: -1, column: -1 };

/** Converts an offset in UTF-16 code units to a location. A negative one is before the text. */
export function locationOf(text: string, offset: number): Location {
  if (offset < 0) return { line: 1, column: -1 };
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: countRunes(before.slice(start)) };
}

/** Returns the text of a line; undefined if the line does not exist or the text is empty. */
export const lineOf = (text: string, line: number): string | undefined =>
  text === "" ? undefined : text.split("\n")[line - 1];
