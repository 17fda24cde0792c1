import { formatGoFloat } from "../../../apimachinery/go-strings.ts";
import { intNumber } from "../../../apimachinery/json/number.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { ValueValidation } from "../value-validation.ts";
import { factorNotPositive, invalidValue, type Findings } from "./findings.ts";
import { isAlmostInteger, jsonTypeOf, toFloat } from "./json-type.ts";
import type { Place } from "./place.ts";

type Bounds = Pick<ValueValidation, "maximum" | "exclusiveMaximum" | "minimum" | "exclusiveMinimum" | "multipleOf">;

/** A number with its comparison type: the bounds of an int64 are converted to integers, and printed as such. */
interface Checked {
  readonly value: number | bigint;
  bound(bound: number): number | bigint;
  print(bound: number | bigint): string;
}

function checkedOf(value: JsonValue): Checked | undefined {
  const float = toFloat(value);
  if (float === undefined) return undefined;
  if (jsonTypeOf(value) === "integer")
    return { value: typeof value === "bigint" ? value : float, bound: toInt64, print: String };
  return { value: float, bound: (bound) => bound, print: (bound) => formatGoFloat(Number(bound)) };
}

/** Checks multipleOf first, then minimum and maximum (numberValidator). */
export function checkNumber(value: JsonValue, bounds: Bounds, place: Place, findings: Findings): void {
  const checked = checkedOf(value);
  if (checked === undefined) return;
  const { multipleOf, minimum, maximum } = bounds;
  if (multipleOf !== undefined) checkMultiple(value, checked, multipleOf, place, findings);
  if (minimum !== undefined) checkMinimum(value, checked, minimum, bounds, place, findings);
  if (maximum !== undefined) checkMaximum(value, checked, maximum, bounds, place, findings);
}

/** Converts a float to an int64 as amd64 does: what does not fit becomes the smallest one. */
function toInt64(bound: number): number | bigint {
  const whole = Math.trunc(bound) + 0; // no negative zero
  if (Number.isSafeInteger(whole)) return whole;
  return intNumber(Math.abs(bound) < 2 ** 63 ? BigInt(whole) : -(2n ** 63n));
}

function checkMinimum(
  value: JsonValue,
  checked: Checked,
  minimum: number,
  { exclusiveMinimum }: Bounds,
  place: Place,
  findings: Findings,
): void {
  const bound = checked.bound(minimum);
  if (exclusiveMinimum ? checked.value > bound : checked.value >= bound) return;
  findings.add(
    invalidValue(
      place,
      value,
      `should be greater than ${exclusiveMinimum ? "" : "or equal to "}${checked.print(bound)}`,
    ),
  );
}

function checkMaximum(
  value: JsonValue,
  checked: Checked,
  maximum: number,
  { exclusiveMaximum }: Bounds,
  place: Place,
  findings: Findings,
): void {
  const bound = checked.bound(maximum);
  if (exclusiveMaximum ? checked.value < bound : checked.value <= bound) return;
  findings.add(
    invalidValue(place, value, `should be less than ${exclusiveMaximum ? "" : "or equal to "}${checked.print(bound)}`),
  );
}

function checkMultiple(value: JsonValue, checked: Checked, multipleOf: number, place: Place, findings: Findings): void {
  const factor = Number(checked.bound(multipleOf));
  if (factor <= 0) findings.add(factorNotPositive(place, factor));
  else if (!isMultiple(checked.value, factor, jsonTypeOf(value) === "integer"))
    findings.add(invalidValue(place, value, `should be a multiple of ${checked.print(factor)}`));
}

function isMultiple(value: number | bigint, factor: number, integers: boolean): boolean {
  if (typeof value === "bigint") return value % BigInt(factor) === 0n;
  if (integers) return value % factor === 0;
  return isAlmostInteger(factor < 1 ? (1 / factor) * value : value / factor);
}
