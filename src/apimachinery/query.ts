import { unescapeUrl } from "./unescape-url.ts";

/** A decoded query string: all values of each key, in order. */
export type QueryValues = ReadonlyMap<string, readonly string[]>;

const noValues: QueryValues = new Map();

function addPair(values: Map<string, string[]>, pair: string): void {
  if (pair === "" || pair.includes(";")) return;
  const equals = pair.indexOf("=");
  const key = unescapeUrl(equals < 0 ? pair : pair.slice(0, equals), true);
  const value = unescapeUrl(equals < 0 ? "" : pair.slice(equals + 1), true);
  if (key === undefined || value === undefined) return;
  const known = values.get(key);
  if (known) known.push(value);
  else values.set(key, [value]);
}

/**
 * Parses a query string without its `?` as Go's URL.Query does: malformed pairs and pairs with a semicolon are dropped.
 */
export function parseQuery(text: string): QueryValues {
  if (text === "") return noValues;
  const values = new Map<string, string[]>();
  for (const pair of text.split("&")) addPair(values, pair);
  return values;
}

/** Returns the first value of a key; "" if there is none. */
export const firstValue = (query: QueryValues, key: string): string => query.get(key)?.[0] ?? "";

/** Decodes a boolean parameter: true if present and neither `0` nor `false` (runtime.Convert_Slice_string_To_bool). */
export const isTrue = (value: string | undefined): boolean =>
  value !== undefined && value !== "0" && !(value.length === 5 && value.toLowerCase() === "false");
