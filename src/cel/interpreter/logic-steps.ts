import { EvalError, errorOr, noSuchOverload } from "../values/eval-error.ts";
import { equalValues } from "../values/equality.ts";
import type { Value } from "../values/value.ts";
import type { Step } from "./frame.ts";

/** `a || b` and `a && b`: one side that decides is enough, even if the other one fails. */
function deciding(left: Step, right: Step, decisive: boolean): Step {
  return (frame) => {
    const a = left(frame);
    if (a === decisive) return decisive;
    const b = right(frame);
    if (b === decisive) return decisive;
    if (typeof a !== "boolean") return errorOr(a, noSuchOverload);
    return typeof b === "boolean" ? !decisive : errorOr(b, noSuchOverload);
  };
}

export const orStep = (left: Step, right: Step): Step => deciding(left, right, true);
export const andStep = (left: Step, right: Step): Step => deciding(left, right, false);

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

/** `or` of an optional; what is none passes through. */
export const isFailure = (value: Value): value is EvalError => value instanceof EvalError;
