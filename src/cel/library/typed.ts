import type { Implementation } from "../env/declarations.ts";
import { noSuchOverload } from "../values/eval-error.ts";
import type { Int } from "../values/int.ts";
import { ListValue, type Value } from "../values/value.ts";
import { isInt } from "../values/numeric.ts";
import { EvalError } from "../values/eval-error.ts";
import type { Effort } from "../values/effort.ts";

/** Wraps an implementation with a check of its argument types; other types yield a no such overload error. */
export const ofString =
  (run: (text: string, effort: Effort) => Value): Implementation =>
  (a, _, __, ___, effort) =>
    typeof a === "string" ? run(a, effort) : noSuchOverload;

export const ofStrings =
  (run: (a: string, b: string, effort: Effort) => Value): Implementation =>
  (a, b, _, __, effort) =>
    typeof a === "string" && typeof b === "string" ? run(a, b, effort) : noSuchOverload;

export const ofStringInt =
  (run: (text: string, n: Int, effort: Effort) => Value): Implementation =>
  (a, b, _, __, effort) =>
    typeof a === "string" && isInt(b) ? run(a, b, effort) : noSuchOverload;

export const ofStringInts =
  (run: (text: string, n: Int, m: Int, effort: Effort) => Value): Implementation =>
  (a, b, c, _, effort) =>
    typeof a === "string" && isInt(b) && isInt(c) ? run(a, b, c, effort) : noSuchOverload;

export const ofStringsInt =
  (run: (a: string, b: string, n: Int, effort: Effort) => Value): Implementation =>
  (a, b, c, _, effort) =>
    typeof a === "string" && typeof b === "string" && isInt(c) ? run(a, b, c, effort) : noSuchOverload;

export const ofList =
  (run: (list: ListValue, effort: Effort) => Value): Implementation =>
  (a, _, __, ___, effort) =>
    a instanceof ListValue ? run(a, effort) : noSuchOverload;

export const ofLists =
  (run: (a: ListValue, b: ListValue, effort: Effort) => Value): Implementation =>
  (a, b, _, __, effort) =>
    a instanceof ListValue && b instanceof ListValue ? run(a, b, effort) : noSuchOverload;

/** Runs a function and converts an exception of type `expected` to an error value. */
export function orError(run: () => Value, expected: new (...args: never[]) => Error): Value {
  try {
    return run();
  } catch (error) {
    if (error instanceof expected) return new EvalError(error.message);
    throw error;
  }
}
