import { formatGoFloat } from "../../../apimachinery/go-strings.ts";
import { intNumber } from "../../../apimachinery/json/number.ts";
import type { ValueValidation } from "../value-validation.ts";
import type { FlatPart } from "./check.ts";
import { factorNotPositive, invalidValue, type Fault } from "./findings.ts";
import { isAlmostInteger, jsonTypeOf, toFloat } from "./json-type.ts";

type Bounds = Pick<ValueValidation, "maximum" | "exclusiveMaximum" | "minimum" | "exclusiveMinimum" | "multipleOf">;

/** A comparison with a bound, and the fault of numbers that fail it. */
interface Limit {
  readonly fault: Fault;
  holds(value: number | bigint): boolean;
}

/** How bounds are compared: those of an int64 are converted to integers, and printed as such. */
interface Comparison {
  bound(bound: number): number | bigint;
  print(bound: number | bigint): string;
  isMultiple(value: number | bigint, factor: number): boolean;
}

const ofIntegers: Comparison = {
  bound: toInt64,
  print: String,
  isMultiple: (value, factor) => (typeof value === "bigint" ? value % BigInt(factor) === 0n : value % factor === 0),
};

const ofFloats: Comparison = {
  bound: (bound) => bound,
  print: (bound) => formatGoFloat(Number(bound)),
  isMultiple: (value, factor) => isAlmostInteger(factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor),
};

/** Compiles the checks of a number: multipleOf first, then minimum and maximum (numberValidator). */
export function compileNumberCheck(bounds: Bounds): FlatPart | undefined {
  const { multipleOf, minimum, maximum } = bounds;
  if (multipleOf === undefined && minimum === undefined && maximum === undefined) return undefined;
  const integers = limitsOf(bounds, ofIntegers);
  const floats = limitsOf(bounds, ofFloats);
  return (value, place, findings) => {
    const isInteger = jsonTypeOf(value) === "integer";
    const number = typeof value === "bigint" ? value : toFloat(value);
    if (number === undefined) return;
    const limits = isInteger ? integers : floats;
    for (let i = 0; i < limits.length; i++) {
      const limit = limits[i];
      if (limit !== undefined && !limit.holds(number)) findings.add(limit.fault, place, value);
    }
  };
}

function limitsOf({ multipleOf, minimum, maximum, ...exclusive }: Bounds, comparison: Comparison): readonly Limit[] {
  const limits: Limit[] = [];
  if (multipleOf !== undefined) limits.push(multipleLimit(multipleOf, comparison));
  if (minimum !== undefined) limits.push(minimumLimit(minimum, exclusive.exclusiveMinimum === true, comparison));
  if (maximum !== undefined) limits.push(maximumLimit(maximum, exclusive.exclusiveMaximum === true, comparison));
  return limits;
}

/** Converts a float to an int64 as amd64 does: what does not fit becomes the smallest one. */
function toInt64(bound: number): number | bigint {
  const whole = Math.trunc(bound) + 0; // no negative zero
  if (Number.isSafeInteger(whole)) return whole;
  return intNumber(Math.abs(bound) < 2 ** 63 ? BigInt(whole) : -(2n ** 63n));
}

function minimumLimit(minimum: number, isExclusive: boolean, { bound, print }: Comparison): Limit {
  const least = bound(minimum);
  return {
    fault: invalidValue(`should be greater than ${isExclusive ? "" : "or equal to "}${print(least)}`),
    holds: isExclusive ? (value) => value > least : (value) => value >= least,
  };
}

function maximumLimit(maximum: number, isExclusive: boolean, { bound, print }: Comparison): Limit {
  const most = bound(maximum);
  return {
    fault: invalidValue(`should be less than ${isExclusive ? "" : "or equal to "}${print(most)}`),
    holds: isExclusive ? (value) => value < most : (value) => value <= most,
  };
}

function multipleLimit(multipleOf: number, { bound, print, isMultiple }: Comparison): Limit {
  const factor = Number(bound(multipleOf));
  if (factor <= 0) return { fault: factorNotPositive(factor), holds: () => false };
  return {
    fault: invalidValue(`should be a multiple of ${print(factor)}`),
    holds: (value) => isMultiple(value, factor),
  };
}
