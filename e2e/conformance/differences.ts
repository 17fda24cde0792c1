import { isList, isMap, type Json } from "./recorded-case.ts";

const mostDifferences = 12;
const longestValue = 160;

/** Returns the first few differences between two canonical values, as `path: expected -> actual`. */
export function differences(expected: unknown, actual: unknown): readonly string[] {
  const found: string[] = [];
  compare(expected as Json, actual as Json, "$", found);
  return found;
}

/** Returns a copy without the fields with these names, at any depth. */
export function withoutFields(value: unknown, ignored: ReadonlySet<string>): unknown {
  if (ignored.size === 0 || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => withoutFields(item, ignored));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !ignored.has(key))
      .map(([key, member]) => [key, withoutFields(member, ignored)]),
  );
}

function compare(expected: Json, actual: Json, path: string, found: string[]): void {
  if (found.length >= mostDifferences || Object.is(expected, actual)) return;
  if (isList(expected) && isList(actual)) return compareLists(expected, actual, path, found);
  if (!isMap(expected) || !isMap(actual)) return void found.push(`${path}: ${brief(expected)} -> ${brief(actual)}`);
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const [wanted, got] = [expected[key], actual[key]];
    if (got === undefined) found.push(`${path}.${key}: ${brief(wanted)} -> (absent)`);
    else if (wanted === undefined) found.push(`${path}.${key}: (absent) -> ${brief(got)}`);
    else compare(wanted, got, `${path}.${key}`, found);
  }
}

function compareLists(expected: readonly Json[], actual: readonly Json[], path: string, found: string[]): void {
  if (expected.length !== actual.length) found.push(`${path}: ${expected.length} items -> ${actual.length} items`);
  for (const [i, item] of expected.entries()) {
    const got = actual[i];
    if (got !== undefined) compare(item, got, `${path}[${i}]`, found);
  }
}

function brief(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > longestValue ? `${text.slice(0, longestValue - 3)}...` : text;
}
