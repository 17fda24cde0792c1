import { Double } from "../../apimachinery/json/value.ts";
import { Uint } from "./uint.ts";
import type { Int } from "./int.ts";
import type { Value } from "./value.ts";

export type Numeric = Int | Double | Uint;

export const isInt = (value: Value): value is Int => typeof value === "number" || typeof value === "bigint";
export const isNumeric = (value: Value): value is Numeric =>
  isInt(value) || value instanceof Double || value instanceof Uint;

const order = (a: Int, b: Int): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Compares a double with an int or uint: by range if it is out of range, otherwise as doubles, which loses precision
 * near the limits.
 */
function orderDouble(a: number, b: Int, least: number, most: number): number {
  if (a < least) return -1;
  return a > most ? 1 : order(a, Number(b));
}

function orderDoubleWith(a: number, b: Numeric): number {
  if (b instanceof Double) return order(a, b.value);
  return b instanceof Uint ? orderDouble(a, b.value, 0, 2 ** 64) : orderDouble(a, b, -(2 ** 63), 2 ** 63);
}

/** Compares numbers of any types. NaN is not supported. */
export function orderNumbers(a: Numeric, b: Numeric): number {
  if (a instanceof Double) return orderDoubleWith(a.value, b);
  if (b instanceof Double) return 0 - orderDoubleWith(b.value, a);
  return order(a instanceof Uint ? a.value : a, b instanceof Uint ? b.value : b);
}

export const isNan = (value: Value): boolean => value instanceof Double && Number.isNaN(value.value);
