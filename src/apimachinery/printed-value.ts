import { PrintedValue } from "./field-error.ts";
import { quoteJson } from "./json/encode.ts";

/** Returns a string of a named Go type, which messages quote as JSON. */
export const printedString = (text: string): PrintedValue => new PrintedValue(quoteJson(text));

/** Prints a Go struct: members in declaration order, absent ones omitted; values are printed texts. */
export const printedStruct = (members: readonly (readonly [name: string, text: string | undefined])[]): string =>
  `{${members.flatMap(([name, text]) => (text === undefined ? [] : [`${quoteJson(name)}:${text}`])).join(",")}}`;
