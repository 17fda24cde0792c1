import { Type } from "../types/type.ts";
import { Duration } from "./duration.ts";
import { EvalError } from "./eval-error.ts";
import { ListValue, MapValue, OpaqueValue, Optional, type Value } from "./value.ts";
import { isNan, isNumeric, orderNumbers } from "./numeric.ts";
import { compareTimestamps, Timestamp } from "./timestamp.ts";

/** Evaluates `a == b`: true, false, or an error if the types cannot be compared. */
export function equalValues(a: Value, b: Value): Value {
  if (a === b && typeof a !== "object") return true;
  if (a === null || b === null) return a === b;
  if (isNumeric(a)) return isNumeric(b) && !isNan(a) && !isNan(b) && orderNumbers(a, b) === 0;
  return typeof a === "object" ? equalObjects(a, b) : false;
}

type ObjectLike = Extract<Value, object>;

function equalObjects(a: ObjectLike, b: Value): Value {
  if (a instanceof ListValue) return a.equalTo(b) ?? (b instanceof ListValue && equalLists(a, b));
  if (a instanceof MapValue) return a.equalTo(b) ?? (b instanceof MapValue && equalMaps(a, b));
  if (a instanceof OpaqueValue) return a.equals(b);
  if (a instanceof EvalError) return a;
  if (a instanceof Optional) return b instanceof Optional && equalOptionals(a, b);
  return equalScalars(a, b);
}

function equalScalars(a: ObjectLike, b: Value): boolean {
  if (a instanceof Timestamp) return b instanceof Timestamp && compareTimestamps(a, b) === 0;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Type) return b instanceof Type && a.name === b.name;
  return a instanceof Uint8Array && b instanceof Uint8Array && compareBytes(a, b) === 0;
}

/** Lists are unequal if two elements are unequal. Elements that cannot be compared count as equal. */
function equalLists(a: ListValue, b: ListValue): boolean {
  if (a.size !== b.size) return false;
  for (let i = 0; i < a.size; i++) if (equalValues(a.at(i), b.at(i)) === false) return false;
  return true;
}

function equalMaps(a: MapValue, b: MapValue): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) {
    const other = b.find(key);
    if (other === undefined || equalValues(a.find(key) ?? null, other) === false) return false;
  }
  return true;
}

function equalOptionals(a: Optional, b: Optional): Value {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equalValues(a.value, b.value);
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
export function listContains(list: ListValue, value: Value): boolean {
  for (let i = 0; i < list.size; i++) if (equalValues(value, list.at(i)) === true) return true;
  return false;
}
