/** What a list of words is in a parsed word until it is used: a mark, the words with a mark between them, a mark. */
const [edge, between] = ["\uE002", "\uE003"];
const assigned = /^([A-Za-z_]\w*)(\+?)=\uE002(.*)\uE002$/s;

/** The words of an array, as a part of the word that assigns it. */
export const arrayText = (items: readonly string[]): string => edge + items.join(between) + edge;

/** A word that assigns an array. */
interface ArrayAssignment {
  readonly name: string;
  readonly appends: boolean;
  readonly items: readonly string[];
}

/** Reads a word that assigns an array, `NAME=(...)` or `NAME+=(...)`; undefined for another one. */
export function arrayAssignment(word: string): ArrayAssignment | undefined {
  const [, name, plus = "", items = ""] = assigned.exec(word) ?? [];
  return name === undefined
    ? undefined
    : { name, appends: plus !== "", items: items === "" ? [] : items.split(between) };
}
