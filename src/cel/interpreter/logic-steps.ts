import { errorOr, noSuchOverload } from "../values/eval-error.ts";
import { equalValues } from "../values/equality.ts";
import { Optional, type Value } from "../values/value.ts";
import type { Implementation } from "../env/declarations.ts";
import type { Step } from "./frame.ts";

/**
 * Returns the result of `&&` or `||` if neither side decides it: an error for the first operand that is not a boolean.
 */
function undecided(a: Value, b: Value, answer: boolean): Value {
  if (typeof a !== "boolean") return errorOr(a, noSuchOverload);
  return typeof b === "boolean" ? answer : errorOr(b, noSuchOverload);
}

/** Evaluates `a || b`. One true operand is sufficient, even if the other is an error. */
export const orStep =
  (left: Step, right: Step): Step =>
  (frame) => {
    const a = left(frame);
    if (a === true) return true;
    const b = right(frame);
    return b === true ? true : undecided(a, b, false);
  };

/** Evaluates `a && b`. One false operand is sufficient, even if the other is an error. */
export const andStep =
  (left: Step, right: Step): Step =>
  (frame) => {
    const a = left(frame);
    if (a === false) return false;
    const b = right(frame);
    return b === false ? false : undecided(a, b, true);
  };

/** Evaluates `condition ? yes : no`. */
export function conditionalStep(condition: Step, yes: Step, no: Step): Step {
  return (frame) => {
    const chosen = condition(frame);
    if (chosen === true) return yes(frame);
    return chosen === false ? no(frame) : errorOr(chosen, noSuchOverload);
  };
}

/** Evaluates `a == b`. */
export const equal: Implementation = (a, b, _, __, effort) => equalValues(a, b, effort);

/** Evaluates `a != b`. Values that are not comparable are unequal. */
export const notEqual: Implementation = (a, b, _, __, effort) => equalValues(a, b, effort) !== true;

/** Evaluates `a.or(b)`, or with `unwrap` `a.orValue(b)`. The call itself costs nothing. */
export function alternativeStep(option: Step, other: Step, unwrap: boolean): Step {
  return (frame) => {
    const value = option(frame);
    if (!(value instanceof Optional)) return value;
    return value.value === undefined ? other(frame) : unwrap ? value.value : value;
  };
}
