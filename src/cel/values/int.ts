import { divisionByZero, integerOverflow, modulusByZero, type EvalError } from "./eval-error.ts";

/** An int64, represented as a number while it is a safe integer, otherwise as a bigint. */
export type Int = number | bigint;

export const maxInt64 = 9223372036854775807n;
const minInt64 = -9223372036854775808n;

/** Returns the canonical representation of an int64. */
export function intOf(value: bigint): Int {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

export const checkedInt = (value: bigint): Int | EvalError =>
  value > maxInt64 || value < minInt64 ? integerOverflow : intOf(value);

export function addInt(a: Int, b: Int): Int | EvalError {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return checkedInt(BigInt(a) + BigInt(b));
}

export function subtractInt(a: Int, b: Int): Int | EvalError {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return checkedInt(BigInt(a) - BigInt(b));
}

export function multiplyInt(a: Int, b: Int): Int | EvalError {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return checkedInt(BigInt(a) * BigInt(b));
}

export function divideInt(a: Int, b: Int): Int | EvalError {
  if (b === 0) return divisionByZero;
  if (typeof a === "number" && typeof b === "number") return Math.trunc(a / b) + 0;
  return checkedInt(BigInt(a) / BigInt(b));
}

export function moduloInt(a: Int, b: Int): Int | EvalError {
  if (b === 0) return modulusByZero;
  if (typeof a === "number" && typeof b === "number") return (a % b) + 0;
  return BigInt(b) === -1n && BigInt(a) === minInt64 ? integerOverflow : checkedInt(BigInt(a) % BigInt(b));
}

export const negateInt = (a: Int): Int | EvalError => (typeof a === "number" ? 0 - a : checkedInt(-a));

/** Converts a float64 to int64, truncating it; undefined if out of range. */
export function intFromDouble(value: number): Int | undefined {
  if (!(value > -(2 ** 63) && value < 2 ** 63)) return undefined;
  return intOf(BigInt(Math.trunc(value)));
}
