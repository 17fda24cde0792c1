import { Double } from "../../apimachinery/json/value.ts";
import { operators } from "../operators.ts";
import { addDurations, Duration, negateDuration, subtractDurations } from "./duration.ts";
import { EvalError, errorOr, noSuchOverload } from "./eval-error.ts";
import { addInt, divideInt, type Int, moduloInt, multiplyInt, negateInt, subtractInt } from "./int.ts";
import { ListValue, type Value } from "./value.ts";
import { isInt } from "./numeric.ts";
import { addToTimestamp, subtractTimestamps, Timestamp } from "./timestamp.ts";
import { addUint, divideUint, moduloUint, multiplyUint, subtractUint, Uint } from "./uint.ts";

/**
 * Returns the error for a left operand that does not support an operator. Strings, timestamps and durations
 * have another message.
 */
export function unsupported(name: string, operand: Value): EvalError {
  const receives = typeof operand === "string" || operand instanceof Timestamp || operand instanceof Duration;
  return receives ? noSuchOverload : new EvalError(`no such overload: ${name}`);
}

const mismatch = (other: Value): EvalError => errorOr(other, noSuchOverload);

/** An arithmetic operator on two numbers of the same type. */
interface NumericRules {
  readonly name: string;
  int(a: Int, b: Int): Value;
  uint(a: Uint, b: Uint): Value;
  /** Absent if the operator is not defined on doubles. */
  readonly double?: (a: number, b: number) => number;
}

function applyNumeric(rules: NumericRules, a: Value, b: Value): Value {
  if (isInt(a)) return isInt(b) ? rules.int(a, b) : mismatch(b);
  if (a instanceof Uint) return b instanceof Uint ? rules.uint(a, b) : mismatch(b);
  if (a instanceof Double && rules.double !== undefined)
    return b instanceof Double ? new Double(rules.double(a.value, b.value)) : mismatch(b);
  return unsupported(rules.name, a);
}

const sum: NumericRules = { name: operators.add, int: addInt, uint: addUint, double: (a, b) => a + b };
const difference: NumericRules = {
  name: operators.subtract,
  int: subtractInt,
  uint: subtractUint,
  double: (a, b) => a - b,
};
const product: NumericRules = {
  name: operators.multiply,
  int: multiplyInt,
  uint: multiplyUint,
  double: (a, b) => a * b,
};
const quotient: NumericRules = { name: operators.divide, int: divideInt, uint: divideUint, double: (a, b) => a / b };
const remainder: NumericRules = { name: operators.modulo, int: moduloInt, uint: moduloUint };

function concatBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

/** Evaluates `a + b`. */
export function addValues(a: Value, b: Value): Value {
  if (typeof a === "string") return typeof b === "string" ? a + b : mismatch(b);
  if (a instanceof ListValue) return b instanceof ListValue ? a.concat(b) : mismatch(b);
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? concatBytes(a, b) : mismatch(b);
  if (a instanceof Timestamp) return b instanceof Duration ? addToTimestamp(a, b) : mismatch(b);
  if (!(a instanceof Duration)) return applyNumeric(sum, a, b);
  if (b instanceof Timestamp) return addToTimestamp(b, a);
  return b instanceof Duration ? addDurations(a, b) : mismatch(b);
}

/** Evaluates `a - b`. */
export function subtractValues(a: Value, b: Value): Value {
  if (a instanceof Duration) return b instanceof Duration ? subtractDurations(a, b) : mismatch(b);
  if (!(a instanceof Timestamp)) return applyNumeric(difference, a, b);
  if (b instanceof Timestamp) return subtractTimestamps(a, b);
  return b instanceof Duration ? addToTimestamp(a, b, -1n) : mismatch(b);
}

export const multiplyValues = (a: Value, b: Value): Value => applyNumeric(product, a, b);
export const divideValues = (a: Value, b: Value): Value => applyNumeric(quotient, a, b);
export const moduloValues = (a: Value, b: Value): Value => applyNumeric(remainder, a, b);

/** Evaluates `-a`. */
export function negateValue(a: Value): Value {
  if (isInt(a)) return negateInt(a);
  if (a instanceof Double) return new Double(-a.value);
  if (a instanceof Duration) return negateDuration(a);
  return typeof a === "boolean" ? noSuchOverload : unsupported(operators.negate, a);
}
