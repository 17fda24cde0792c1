import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { Duration } from "./duration.ts";
import { compareBytes } from "./equality.ts";
import { type EvalError, errorOr, nanNotOrdered, noSuchOverload } from "./eval-error.ts";
import { isNan, isNumeric, orderNumbers } from "./numeric.ts";
import { compareTimestamps, Timestamp } from "./timestamp.ts";
import type { Value } from "./value.ts";
import { unlimitedEffort, type Effort } from "./effort.ts";

/** Reports whether values of this type are ordered. */
export const isComparable = (value: Value): boolean =>
  typeof value === "string" ||
  typeof value === "boolean" ||
  isNumeric(value) ||
  value instanceof Timestamp ||
  value instanceof Duration ||
  value instanceof Uint8Array;

/** Returns -1, 0 or 1, or an error if the values cannot be compared. The first must be comparable. */
export function compareValues(a: Value, b: Value, effort: Effort = unlimitedEffort): number | EvalError {
  if (typeof a === "string" && typeof b === "string") effort.spend(Math.min(a.length, b.length) >> 3);
  if (isNumeric(a) && isNumeric(b)) return isNan(a) || isNan(b) ? nanNotOrdered : orderNumbers(a, b);
  if (isNan(a)) return nanNotOrdered;
  const order = compareOthers(a, b);
  return order === undefined ? errorOr(b, noSuchOverload) : Math.sign(order);
}

function compareOthers(a: Value, b: Value): number | undefined {
  if (typeof a === "string") return typeof b === "string" ? compareUtf8(a, b) : undefined;
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : undefined;
  if (a instanceof Timestamp) return b instanceof Timestamp ? compareTimestamps(a, b) : undefined;
  if (a instanceof Duration)
    return b instanceof Duration ? (a.nanos < b.nanos ? -1 : Number(a.nanos > b.nanos)) : undefined;
  return a instanceof Uint8Array && b instanceof Uint8Array ? compareBytes(a, b) : undefined;
}
