import { errorOr, noSuchOverload } from "../values/eval-error.ts";
import { equalValues } from "../values/equality.ts";
import { Optional, type Value } from "../values/value.ts";
import type { Step } from "./frame.ts";

/** What two sides come to of which none decides: the first that is no boolean spoils it. */
function undecided(a: Value, b: Value, answer: boolean): Value {
  if (typeof a !== "boolean") return errorOr(a, noSuchOverload);
  return typeof b === "boolean" ? answer : errorOr(b, noSuchOverload);
}

/** `a || b`: one side that is true is enough, even if the other one fails. */
export const orStep =
  (left: Step, right: Step): Step =>
  (frame) => {
    const a = left(frame);
    if (a === true) return true;
    const b = right(frame);
    return b === true ? true : undecided(a, b, false);
  };

/** `a && b`: one side that is false is enough, even if the other one fails. */
export const andStep =
  (left: Step, right: Step): Step =>
  (frame) => {
    const a = left(frame);
    if (a === false) return false;
    const b = right(frame);
    return b === false ? false : undecided(a, b, true);
  };

/** `condition ? yes : no`. */
export function conditionalStep(condition: Step, yes: Step, no: Step): Step {
  return (frame) => {
    const chosen = condition(frame);
    if (chosen === true) return yes(frame);
    return chosen === false ? no(frame) : errorOr(chosen, noSuchOverload);
  };
}

/** `a == b`. */
export const equal = (a: Value, b: Value): Value => equalValues(a, b);

/** `a != b`: values that do not compare are unequal. */
export const notEqual = (a: Value, b: Value): Value => equalValues(a, b) !== true;

/** `a.or(b)` and, unwrapping, `a.orValue(b)`, which cost nothing themselves. */
export function alternativeStep(option: Step, other: Step, unwrap: boolean): Step {
  return (frame) => {
    const value = option(frame);
    if (!(value instanceof Optional)) return value;
    return value.value === undefined ? other(frame) : unwrap ? value.value : value;
  };
}
