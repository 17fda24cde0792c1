import { compareUtf8 } from "../apimachinery/compare-utf8.ts";
import { formatGoFloat, quoteGo } from "../apimachinery/go-strings.ts";
import { memberOf } from "../apimachinery/json/members.ts";
import { keptValue, runningWork } from "../component-base/work.ts";
import { forEachItem, forEachName } from "./long-values.ts";
import { isList, Double, type JsonNumber, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";

export const isMap = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Double);

export const isNumber = (value: JsonValue | undefined): value is JsonNumber =>
  typeof value === "number" || typeof value === "bigint" || value instanceof Double;

/** Returns the value if it is a map. */
export const asMap = (value: JsonValue | undefined): JsonObject | undefined => (isMap(value) ? value : undefined);

/** Returns the value if it is a list. */
export const asList = (value: JsonValue | undefined): readonly JsonValue[] | undefined =>
  isList(value) ? value : undefined;

/** Reports whether a map has no members; undefined ones do not count. Engines list all names of a large one first. */
export const isEmptyMap = (map: JsonObject): boolean =>
  runningWork() === undefined ? hasNoMember(map) : keptValue(() => hasNoMember(map));

function hasNoMember(map: JsonObject): boolean {
  for (const name in map) if (map[name] !== undefined) return false;
  return true;
}

/** Returns a number as a float64. Floats and integers are compared in this form. */
export const toFloat = (value: JsonNumber): number =>
  typeof value === "number" ? value : value instanceof Double ? value.value : Number(value);

function equalMaps(a: JsonObject, b: JsonObject): boolean {
  let size = 0;
  for (const name in a) {
    const value = a[name];
    if (value === undefined) continue;
    size++;
    const other = memberOf(b, name);
    if (other === undefined || !equalValues(value, other)) return false;
  }
  for (const name in b) if (b[name] !== undefined) size--;
  return size === 0;
}

function equalLists(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!equalValues(a[i] ?? null, b[i] ?? null)) return false;
  return true;
}

/** Reports deep equality (value.Equals). Numbers are compared by value; a float and an integer as floats. */
export function equalValues(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (
    typeof a === "string" ||
    typeof b === "string" ||
    typeof a === "boolean" ||
    typeof b === "boolean" ||
    a === null ||
    b === null
  )
    return false;
  if (isNumber(a)) return isNumber(b) && equalNumbers(a, b);
  if (runningWork() !== undefined) return keptValue(() => equalInSlices(a, b));
  if (isList(a)) return isList(b) && equalLists(a, b);
  return isMap(a) && isMap(b) && equalMaps(a, b);
}

/** Compares two containers in a large request. */
function equalInSlices(a: JsonValue, b: JsonValue): boolean {
  if (isList(a)) return isList(b) && a.length === b.length && equalItems(a, b);
  return isMap(a) && isMap(b) && equalMembers(a, b);
}

const equalItems = (a: readonly JsonValue[], b: readonly JsonValue[]): boolean =>
  forEachItem(a, newVerdict, (found, item, i) => {
    found.areEqual &&= equalValues(item ?? null, b[i] ?? null);
  }).areEqual;

function equalMembers(a: JsonObject, b: JsonObject): boolean {
  const { areEqual, size } = forEachName(a, newVerdict, (found, name) => {
    const value = a[name];
    if (!found.areEqual || value === undefined) return;
    const other = memberOf(b, name);
    found.areEqual = other !== undefined && equalValues(value, other);
    found.size++;
  });
  let left = size;
  for (const name in b) if (b[name] !== undefined && --left < 0) break;
  return areEqual && left === 0;
}

const newVerdict = (): { areEqual: boolean; size: number } => ({ areEqual: true, size: 0 });

const equalNumbers = (a: JsonNumber, b: JsonNumber): boolean =>
  typeof a === "bigint" && typeof b === "bigint" ? a === b : toFloat(a) === toFloat(b);

/** The rank of a value's kind in the order of values (value.Compare). */
function rank(value: JsonValue): number {
  if (isNumber(value)) return 0;
  if (typeof value === "string") return 1;
  if (typeof value === "boolean") return 2;
  if (value === null) return 5;
  return isList(value) ? 3 : 4;
}

const order = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0);

const compareNumbers = (a: JsonNumber, b: JsonNumber): number =>
  typeof a === "bigint" && typeof b === "bigint" ? order(a, b) : order(toFloat(a), toFloat(b));

function compareLists(a: readonly JsonValue[], b: readonly JsonValue[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const found = compareValues(a[i] ?? null, b[i] ?? null);
    if (found !== 0) return found;
  }
  return order(a.length, b.length);
}

/** Compares by the first name, in sorted order, that only one map has or whose values differ. */
function compareMaps(a: JsonObject, b: JsonObject): number {
  const [left, right] = [Object.keys(a).length, Object.keys(b).length];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(compareUtf8);
  for (const [i, name] of names.entries()) {
    if (i === left) return -1;
    if (i === right) return 1;
    const [x, y] = [memberOf(a, name), memberOf(b, name)];
    if (x === undefined) return 1;
    if (y === undefined) return -1;
    const found = compareValues(x, y);
    if (found !== 0) return found;
  }
  return 0;
}

/** A total order of values of any kind (value.Compare). */
export function compareValues(a: JsonValue, b: JsonValue): number {
  if (typeof a === "string" && typeof b === "string") return a === b ? 0 : compareUtf8(a, b);
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (isList(a) && isList(b)) return compareLists(a, b);
  if (isMap(a) && isMap(b)) return compareMaps(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return order(Number(a), Number(b));
  return order(rank(a), rank(b));
}

/** Formats a number as Go prints an int64 or float64. */
export const formatNumber = (value: JsonNumber): string =>
  value instanceof Double
    ? formatGoFloat(value.value)
    : typeof value === "number" && !Number.isInteger(value)
      ? formatGoFloat(value)
      : String(value);

/** Formats a value as in paths (value.ToString). */
export function formatValue(value: JsonValue): string {
  if (typeof value === "string") return quoteGo(value);
  if (isNumber(value)) return formatNumber(value);
  if (isList(value)) return `[${value.map(formatValue).join(",")}]`;
  if (isMap(value))
    return Object.keys(value)
      .sort(compareUtf8)
      .map((name) => `${name}=${formatValue(value[name] ?? null)}`)
      .join("");
  return String(value);
}

/** Returns the value with every number as a float64, as YAML and the keys in managed fields are decoded. */
export function asFloats(value: JsonValue): JsonValue {
  if (typeof value === "number") return Number.isInteger(value) ? new Double(value) : value;
  if (typeof value === "bigint") return new Double(Number(value));
  if (isList(value)) return value.map(asFloats);
  return isMap(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asFloats(member)]))
    : value;
}
