import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { formatGoFloat } from "../../../apimachinery/go-strings.ts";
import { sortedKeys } from "../../../apimachinery/json/encode.ts";
import { LongText } from "../../../apimachinery/long-text.ts";
import { Double, type JsonNumber, type JsonValue } from "../../../apimachinery/json/value.ts";
import { call, pausePoint, runWalk, type Walk } from "../../../apimachinery/walk.ts";
import { sortWalk } from "../../../component-base/sort-long.ts";
import { PatchPanic } from "../patch-failure.ts";
import { isList, isObject } from "../tree.ts";

/** The Go type of a decoded value; null has none. */
export type GoType = "map[string]interface {}" | "[]interface {}" | "string" | "bool" | "int64" | "float64" | undefined;

export function goType(value: JsonValue): GoType {
  if (value === null) return undefined;
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (isList(value)) return "[]interface {}";
  if (isObject(value)) return "map[string]interface {}";
  return isFloat(value) ? "float64" : "int64";
}

const isFloat = (value: JsonNumber): boolean =>
  value instanceof Double || (typeof value === "number" && !Number.isInteger(value));

const isUncomparable = (type: GoType): boolean => type === "map[string]interface {}" || type === "[]interface {}";

/** Reports whether a value is neither a map nor a list, so that Go can compare it. */
export const isPlain = (value: JsonValue): boolean =>
  typeof value !== "object" || value === null || value instanceof Double;

/**
 * Returns a text that is equal for values that are the same key of a Go map. Throws PatchPanic for unhashable values.
 */
export function hashKey(value: JsonValue): string {
  const type = goType(value);
  if (isUncomparable(type)) throw new PatchPanic(`runtime error: hash of unhashable type ${type}`);
  return scalarKey(value);
}

const scalarKey = (value: JsonValue): string => `${goType(value)} ${formatValue(value)}`;

/** Compares two values like Go's == on interfaces: types must match, and comparing two maps or lists panics. */
export function sameInterface(a: JsonValue, b: JsonValue): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  const type = goType(a);
  if (type !== goType(b)) return false;
  if (isUncomparable(type)) throw new PatchPanic(`runtime error: comparing uncomparable type ${type}`);
  return scalarKey(a) === scalarKey(b);
}

/** Compares two decoded values like reflect.DeepEqual. */
export function deepEqual(a: JsonValue, b: JsonValue): boolean {
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => deepEqual(item, b[i] ?? null));
  if (!isObject(a)) return goType(a) === goType(b) && scalarKey(a) === scalarKey(b);
  const names = Object.keys(a);
  return (
    isObject(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && deepEqual(a[name] ?? null, b[name] ?? null))
  );
}

/** Formats a value like Go's `%v`, with sorted members: `map[a:1 b:[x <nil>]]`. */
export const formatValue = (value: JsonValue): string =>
  isPlain(value) ? formatPlain(value) : runWalk(formatWalk(value));

/** Does the same in the steps of a walk. */
export function* formatWalk(value: JsonValue): Walk<string> {
  if (isList(value)) {
    const made = new LongText();
    for (const [i, item] of value.entries()) made.add((i === 0 ? "" : " ") + (yield* formatInside(item)));
    return `[${made.toString()}]`;
  }
  if (!isObject(value)) return formatPlain(value);
  const made = new LongText();
  for (const name of yield* call(sortWalk(Object.keys(value), compareUtf8)))
    made.add(`${made.isEmpty ? "" : " "}${name}:${yield* formatInside(value[name] ?? null)}`);
  return `map[${made.toString()}]`;
}

function* formatInside(value: JsonValue): Walk<string> {
  if (!isPlain(value)) return yield* call(formatWalk(value));
  yield pausePoint;
  return formatPlain(value);
}

const formatPlain = (value: JsonValue): string =>
  value === null ? "<nil>" : formatScalar(value as string | boolean | JsonNumber); // neither a list nor an object

function formatScalar(value: string | boolean | JsonNumber): string {
  if (value instanceof Double) return formatGoFloat(value.value);
  return typeof value === "number" && !Number.isInteger(value) ? formatGoFloat(value) : String(value);
}

/** Formats a value like Go's `%s`, which formats values other than strings as errors: `%!s(int64=3)`. */
export const formatString = (value: JsonValue): string => (value === null ? "%!s(<nil>)" : formatStrings(value));

function formatStrings(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (typeof value === "string") return value;
  if (isList(value)) return `[${value.map(formatStrings).join(" ")}]`;
  if (isObject(value))
    return `map[${sortedKeys(value)
      .map((name) => `${name}:${formatStrings(value[name] ?? null)}`)
      .join(" ")}]`;
  return `%!s(${goType(value)}=${formatScalar(value)})`;
}
