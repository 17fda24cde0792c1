import { unescapeUrl } from "./unescape.ts";

/** The parameters of a request in order (url.Values). */
export interface Query {
  /** The first value; undefined where the name is absent, "" where it has no value. */
  get(name: string): string | undefined;
  getAll(name: string): readonly string[];
  names(): Iterable<string>;
}

const none: readonly string[] = [];

/** A request without parameters. */
export const emptyQuery: Query = { get: () => undefined, getAll: () => none, names: () => none };

/** Reads parameters as url.ParseQuery does; malformed pairs (`%zz`, a semicolon) are left out. */
export function parseQuery(rawQuery: string): Query {
  if (rawQuery === "") return emptyQuery;
  const values = new Map<string, string[]>();
  for (const pair of rawQuery.split("&")) addPair(values, pair);
  return {
    get: (name) => values.get(name)?.[0],
    getAll: (name) => values.get(name) ?? none,
    names: () => values.keys(),
  };
}

function addPair(values: Map<string, string[]>, pair: string): void {
  if (pair === "" || pair.includes(";")) return;
  const equals = pair.indexOf("=");
  const name = unescapeUrl(equals < 0 ? pair : pair.slice(0, equals), true);
  const value = equals < 0 ? "" : unescapeUrl(pair.slice(equals + 1), true);
  if (name === undefined || value === undefined) return;
  const earlier = values.get(name);
  if (earlier === undefined) values.set(name, [value]);
  else earlier.push(value);
}

/** How Kubernetes reads a boolean parameter: present and neither "0" nor "false" (runtime.Convert_Slice_string_To_bool). */
export const isTrue = (value: string | undefined): boolean =>
  value !== undefined && value !== "0" && !(value.length === 5 && value.toLowerCase() === "false");
