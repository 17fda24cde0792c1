import { stringTraversal } from "../cost/estimate.ts";
import type { Implementation } from "../env/declarations.ts";
import { operators } from "../operators.ts";
import { EvalError } from "../values/eval-error.ts";
import type { Value } from "../values/value.ts";
import type { Effort } from "../values/effort.ts";
import { charge, chargeUnits, type Step } from "./frame.ts";

/** The general implementation of a binary operator. */
type Slow = (a: Value, b: Value, effort: Effort) => Value;

/** Returns a strict call: the first operand that is an error, or the result of the call. */
const strictly =
  (run: Implementation): Slow =>
  (a, b, effort) =>
    a instanceof EvalError ? a : b instanceof EvalError ? b : run(a, b, null, null, effort);

type Maker = (left: Step, right: Step, slow: Slow) => Step;

/** Comparisons with a fast path for small integers. */
const comparisons: Readonly<Record<string, Maker>> = {
  [operators.less]: (left, right, slow) => (frame) => {
    const a = left(frame);
    const b = right(frame);
    return typeof a === "number" && typeof b === "number" ? a < b : slow(a, b, frame);
  },
  [operators.lessEquals]: (left, right, slow) => (frame) => {
    const a = left(frame);
    const b = right(frame);
    return typeof a === "number" && typeof b === "number" ? a <= b : slow(a, b, frame);
  },
  [operators.greater]: (left, right, slow) => (frame) => {
    const a = left(frame);
    const b = right(frame);
    return typeof a === "number" && typeof b === "number" ? a > b : slow(a, b, frame);
  },
  [operators.greaterEquals]: (left, right, slow) => (frame) => {
    const a = left(frame);
    const b = right(frame);
    return typeof a === "number" && typeof b === "number" ? a >= b : slow(a, b, frame);
  },
};

const costingOne =
  (step: Step): Step =>
  (frame) => {
    const value = step(frame);
    chargeUnits(frame, 1);
    return value;
  };

/** Returns the step of a comparison with unit cost; undefined for other functions. */
export function comparisonStep(
  name: string,
  run: Implementation,
  left: Step,
  right: Step,
  tracked: boolean,
): Step | undefined {
  const step = comparisons[name]?.(left, right, strictly(run));
  return step && tracked ? costingOne(step) : step;
}

/** Evaluates `!a`. */
export function negationStep(arg: Step, run: Implementation, tracked: boolean): Step {
  const step: Step = (frame) => {
    const value = arg(frame);
    if (typeof value === "boolean") return !value;
    return value instanceof EvalError ? value : run(value, null, null, null, frame);
  };
  return tracked ? costingOne(step) : step;
}

/** Reports whether two values are primitives of the same type, which are equal only if identical. */
const areSimple = (a: Value, b: Value): boolean => typeof a === typeof b && typeof a !== "object";

type SizedCost = (a: Value, b: Value, result: Value) => number;

/**
 * Returns the cost of a comparison if it does not depend on the length: strings of at most ten characters, and values
 * without a size.
 */
export function simpleCost(a: Value, b: Value): number | undefined {
  if (typeof a !== "string" || typeof b !== "string")
    return typeof a === "string" || typeof b === "string" ? undefined : 1;
  const shorter = Math.min(a.length, b.length);
  return shorter === 0 || shorter * stringTraversal > 1 ? undefined : 1;
}

/** Evaluates `a == b`, or `a != b` if `equal` is false. */
export function equalityStep(
  left: Step,
  right: Step,
  equal: boolean,
  run: Implementation,
  cost: SizedCost | undefined,
): Step {
  const slow = strictly(run);
  if (cost === undefined) {
    return (frame) => {
      const a = left(frame);
      const b = right(frame);
      return areSimple(a, b) ? (a === b) === equal : slow(a, b, frame);
    };
  }
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    const isSimple = areSimple(a, b);
    const price = (isSimple ? simpleCost(a, b) : undefined) ?? cost(a, b, null);
    if (frame.cost + price > frame.limit) charge(frame, price);
    const result = isSimple ? (a === b) === equal : slow(a, b, frame);
    charge(frame, price);
    return result;
  };
}
