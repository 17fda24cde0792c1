import { PrintedValue } from "./field-error.ts";
import { quoteJson } from "./json/encode.ts";

/** A string of a named Go type: messages quote it as JSON does. */
export const printedString = (text: string): PrintedValue => new PrintedValue(quoteJson(text));

/** A Go struct: its members in declaration order, absent ones left out; values are printed texts. */
export const printedStruct = (members: readonly (readonly [name: string, text: string | undefined])[]): string =>
  `{${members.flatMap(([name, text]) => (text === undefined ? [] : [`${quoteJson(name)}:${text}`])).join(",")}}`;
