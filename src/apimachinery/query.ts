/** A decoded query string: every value of every key, in order. */
export type QueryValues = ReadonlyMap<string, readonly string[]>;

const noValues: QueryValues = new Map();

function bytesOf(escaped: string): Uint8Array {
  const bytes: number[] = [];
  for (let i = 0; i < escaped.length; i++) {
    if (escaped.charAt(i) !== "%") bytes.push(...new TextEncoder().encode(escaped.charAt(i)));
    else bytes.push(Number.parseInt(escaped.slice(++i, ++i + 1), 16));
  }
  return Uint8Array.from(bytes);
}

/** Undoes query escapes; undefined for a malformed `%`. Bytes that are no UTF-8 become U+FFFD. */
function unescapeQuery(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  if (/%(?![0-9A-Fa-f]{2})/.test(spaced)) return undefined;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return new TextDecoder().decode(bytesOf(spaced));
  }
}

function addPair(values: Map<string, string[]>, pair: string): void {
  if (pair === "" || pair.includes(";")) return;
  const equals = pair.indexOf("=");
  const key = unescapeQuery(equals < 0 ? pair : pair.slice(0, equals));
  const value = unescapeQuery(equals < 0 ? "" : pair.slice(equals + 1));
  if (key === undefined || value === undefined) return;
  const known = values.get(key);
  if (known) known.push(value);
  else values.set(key, [value]);
}

/** Reads a query string without its `?` as Go's URL.Query does: malformed pairs and pairs with a semicolon are left out. */
export function parseQuery(text: string): QueryValues {
  if (text === "") return noValues;
  const values = new Map<string, string[]>();
  for (const pair of text.split("&")) addPair(values, pair);
  return values;
}

/** The first value of a key, "" where there is none. */
export const firstValue = (query: QueryValues, key: string): string => query.get(key)?.[0] ?? "";
