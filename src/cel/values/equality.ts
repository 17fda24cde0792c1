import { Type } from "../types/type.ts";
import { Duration } from "./duration.ts";
import { EvalError } from "./eval-error.ts";
import { ListValue, MapValue, OpaqueValue, Optional, type Value } from "./value.ts";
import { isNan, isNumeric, orderNumbers } from "./numeric.ts";
import { compareTimestamps, Timestamp } from "./timestamp.ts";
import { unlimitedEffort, type Effort } from "./effort.ts";

/** Comparisons of shorter texts are not counted as effort. */
const longText = 64;

/** Evaluates `a == b`: true, false, or an error if the types cannot be compared. */
export function equalValues(a: Value, b: Value, effort: Effort = unlimitedEffort): Value {
  if (typeof a === "string") return typeof b === "string" && equalTexts(a, b, effort);
  if (a === b && typeof a !== "object") return true;
  if (a === null || b === null) return a === b;
  if (isNumeric(a)) return isNumeric(b) && !isNan(a) && !isNan(b) && orderNumbers(a, b) === 0;
  return typeof a === "object" ? equalObjects(a, b, effort) : false;
}

function equalTexts(a: string, b: string, effort: Effort): boolean {
  if (a.length > longText && a.length === b.length) effort.spend(a.length >> 6);
  return a === b;
}

type ObjectLike = Extract<Value, object>;

function equalObjects(a: ObjectLike, b: Value, effort: Effort): Value {
  if (a instanceof ListValue) return a.equalTo(b, effort) ?? (b instanceof ListValue && equalLists(a, b, effort));
  if (a instanceof MapValue) return a.equalTo(b, effort) ?? (b instanceof MapValue && equalMaps(a, b, effort));
  if (a instanceof OpaqueValue) return a.equals(b, effort);
  if (a instanceof EvalError) return a;
  if (a instanceof Optional) return b instanceof Optional && equalOptionals(a, b, effort);
  if (a instanceof Uint8Array) effort.spend(a.length >> 4);
  return equalScalars(a, b);
}

function equalScalars(a: ObjectLike, b: Value): boolean {
  if (a instanceof Timestamp) return b instanceof Timestamp && compareTimestamps(a, b) === 0;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Type) return b instanceof Type && a.name === b.name;
  return a instanceof Uint8Array && b instanceof Uint8Array && compareBytes(a, b) === 0;
}

/** Lists are unequal if two elements are unequal. Elements that cannot be compared count as equal. */
function equalLists(a: ListValue, b: ListValue, effort: Effort): boolean {
  if (a.size !== b.size) return false;
  for (let i = 0; i < a.size; i++) {
    effort.spend(2);
    if (equalValues(a.at(i), b.at(i), effort) === false) return false;
  }
  return true;
}

function equalMaps(a: MapValue, b: MapValue, effort: Effort): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) {
    effort.spend(typeof key === "string" ? 8 + (key.length >> 6) : 8);
    const other = b.find(key);
    if (other === undefined || equalValues(a.find(key) ?? null, other, effort) === false) return false;
  }
  return true;
}

function equalOptionals(a: Optional, b: Optional, effort: Effort): Value {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equalValues(a.value, b.value, effort);
}

/** Compares byte strings lexicographically. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Reports whether a list contains an element equal to the value. */
export function listContains(list: ListValue, value: Value, effort: Effort): boolean {
  for (let i = 0; i < list.size; i++) {
    effort.spend(1);
    if (equalValues(value, list.at(i), effort) === true) return true;
  }
  return false;
}
