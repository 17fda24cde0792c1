import { isRecord } from "../../apimachinery/is-record.ts";
import { parseQuantity, QuantityParseError } from "../../apimachinery/quantity-parse.ts";
import { keptValue } from "../../component-base/work.ts";

const isNothing = (value: unknown): boolean => value === undefined || value === null;

const isEmpty = (value: unknown): boolean => {
  if (isNothing(value)) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "object") return false;
  for (const _ in value ?? {}) return false;
  return true;
};

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!semanticEqual(a[i], b[i])) return false;
  return true;
}

/**
 * The maps that decoded objects have though they are empty (`keptEmpty` of the built-in types). Any other record
 * without members is a pointer to a struct, which is not equal to none.
 */
const maps: ReadonlySet<string> = new Set([
  "binaryData",
  "capacity",
  "data",
  "limits",
  "options",
  "requests",
  "volumeAttributes",
]);

/** The members of core/v1 types that are quantities, by the record that has them: one of its members, or each. */
const quantities: ReadonlyMap<string | undefined, string | undefined> = new Map([
  ["allocatedResources", undefined],
  ["capacity", undefined],
  ["limits", undefined],
  ["overhead", undefined],
  ["podFixed", undefined],
  ["requests", undefined],
  ["emptyDir", "sizeLimit"],
  ["resourceFieldRef", "divisor"],
]);

const isQuantity = (key: string, holder: string | undefined): boolean =>
  quantities.has(holder) && (quantities.get(holder) ?? key) === key;

/** Reports whether two texts stand for one amount, as `1024` and `1Ki` do. */
function isSameAmount(a: string, b: string): boolean {
  try {
    return parseQuantity(a).equals(parseQuantity(b));
  } catch (error) {
    if (error instanceof QuantityParseError) return false;
    throw error;
  }
}

/** Compares members of records; `holder` is the name of the record's own member. */
const equalMembers = (a: unknown, b: unknown, key: string, holder: string | undefined): boolean =>
  typeof a === "string" && typeof b === "string" && a !== b
    ? isQuantity(key, holder) && isSameAmount(a, b)
    : semanticEqual(a, b, key);

/** Reports whether the member of one record is the same as none in the other. */
const isNone = (key: string, value: unknown): boolean => isEmpty(value) && (!isRecord(value) || maps.has(key));

function equalRecords(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  holder: string | undefined,
): boolean {
  for (const key in a)
    if (isNothing(b[key]) ? !isNone(key, a[key]) : !equalMembers(a[key], b[key], key, holder)) return false;
  for (const key in b) if (isNothing(a[key]) && !isNone(key, b[key])) return false;
  return true;
}

/** Compares values as `semanticEqual` does; large ones of a large request once, before work that pauses. */
export const equalOnce = (a: unknown, b: unknown): boolean => keptValue(() => semanticEqual(a, b));

/**
 * Compares values as upstream's equality.Semantic does: absent, null and empty are equal, but for members that are
 * empty structs, and quantities are compared by their amounts. `member` is the name of the member that has the values.
 */
export function semanticEqual(a: unknown, b: unknown, member?: string): boolean {
  if (a === b || (isEmpty(a) && isEmpty(b))) return true;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b);
  if (isRecord(a)) return isRecord(b) && equalRecords(a, b, member);
  return false;
}
