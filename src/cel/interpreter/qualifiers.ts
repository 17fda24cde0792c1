import { Double } from "../../apimachinery/json/value.ts";
import { EvalError } from "../values/eval-error.ts";
import { type Int, intFromDouble, maxInt64 } from "../values/int.ts";
import { ListValue, MapValue, ObjectValue, type Value } from "../values/value.ts";
import { isInt, isNumeric } from "../values/numeric.ts";
import { goNameOf, printValue } from "../values/print.ts";
import { typeOfValue } from "../values/type-of.ts";

/** The error for a key that does not exist. */
export const missingKey = (key: Value): EvalError => new EvalError(`no such key: ${printValue(key)}`);

/** Converts a key to a list index. */
function indexOf(key: Value): Int | EvalError {
  if (isInt(key)) return key;
  if (!isNumeric(key)) return new EvalError(`unsupported index type '${typeOfValue(key)}' in list`);
  const index = key instanceof Double ? wholeNumber(key.value) : key.value > maxInt64 ? undefined : key.value;
  return index ?? new EvalError(`unsupported index value ${printValue(key)} in list`);
}

function wholeNumber(value: number): Int | undefined {
  const int = intFromDouble(value);
  return int !== undefined && Number(int) === value ? int : undefined;
}

/** Returns a list element; undefined if the index is out of range. */
function elementOf(list: ListValue, key: Value): Value | undefined {
  const index = indexOf(key);
  if (index instanceof EvalError) return index;
  return index >= 0 && index < list.size ? list.at(Number(index)) : undefined;
}

const fieldOf = (object: ObjectValue, key: Value): Value =>
  typeof key === "string" ? object.getField(key) : missingKey(key);

const orMissing = (found: Value | undefined, key: Value): Value => (found === undefined ? missingKey(key) : found);

function elementAt(list: ListValue, key: Value): Value {
  const element = elementOf(list, key);
  return element === undefined ? new EvalError(`index out of bounds: ${printValue(key)}`) : element;
}

/** Evaluates `value[key]` or `value.key`. */
export function qualify(value: Value, key: Value): Value {
  if (value instanceof MapValue) return orMissing(value.find(key), key);
  if (value instanceof ObjectValue) return fieldOf(value, key);
  if (value instanceof ListValue) return elementAt(value, key);
  return value instanceof EvalError ? value : missingKey(key);
}

function presentField(object: ObjectValue, key: Value): Value | undefined {
  const isSet = typeof key === "string" ? object.isSet(key) : false;
  if (isSet instanceof EvalError) return isSet;
  return isSet === true ? fieldOf(object, key) : undefined;
}

/** Evaluates `value[?key]`; undefined if the key does not exist. */
export function qualifyIfPresent(value: Value, key: Value): Value | undefined {
  if (value instanceof MapValue) return value.find(key);
  if (value instanceof ObjectValue) return presentField(value, key);
  if (value instanceof ListValue) return elementOf(value, key);
  return value instanceof EvalError ? value : undefined;
}

/** Evaluates `has(value.field)`: true, false or an error. */
export function isPresent(value: Value, field: string): Value {
  if (value instanceof ObjectValue) return value.isSet(field);
  const found = qualifyIfPresent(value, field);
  return found instanceof EvalError ? found : found !== undefined;
}

/** Reports whether a value can be used as a key in brackets. */
export const isQualifier = (key: Value): boolean =>
  typeof key === "string" || typeof key === "boolean" || isNumeric(key);

/** Returns the Go type name of a key that is an unconverted variable value. */
const nativeName = (key: Value): string =>
  key instanceof ListValue ? "[]interface {}" : key instanceof MapValue ? "map[string]interface {}" : goNameOf(key);

/** Returns the error for an invalid key. `isNative` means that the key is an unconverted variable value. */
export const invalidQualifier = (key: Value, isNative = false): EvalError =>
  key instanceof EvalError
    ? key
    : new EvalError(`invalid qualifier type: ${isNative ? nativeName(key) : goNameOf(key)}`);
