import type { Implementation } from "../env/declarations.ts";
import { noSuchOverload } from "../values/eval-error.ts";
import type { Int } from "../values/int.ts";
import { ListValue, type Value } from "../values/value.ts";
import { isInt } from "../values/numeric.ts";
import { EvalError } from "../values/eval-error.ts";

/** Wraps an implementation with a check of its argument types; other types yield a no such overload error. */
export const ofString =
  (run: (text: string) => Value): Implementation =>
  (a) =>
    typeof a === "string" ? run(a) : noSuchOverload;

export const ofStrings =
  (run: (a: string, b: string) => Value): Implementation =>
  (a, b) =>
    typeof a === "string" && typeof b === "string" ? run(a, b) : noSuchOverload;

export const ofStringInt =
  (run: (text: string, n: Int) => Value): Implementation =>
  (a, b) =>
    typeof a === "string" && isInt(b) ? run(a, b) : noSuchOverload;

export const ofStringInts =
  (run: (text: string, n: Int, m: Int) => Value): Implementation =>
  (a, b, c) =>
    typeof a === "string" && isInt(b) && isInt(c) ? run(a, b, c) : noSuchOverload;

export const ofStringsInt =
  (run: (a: string, b: string, n: Int) => Value): Implementation =>
  (a, b, c) =>
    typeof a === "string" && typeof b === "string" && isInt(c) ? run(a, b, c) : noSuchOverload;

export const ofList =
  (run: (list: ListValue) => Value): Implementation =>
  (a) =>
    a instanceof ListValue ? run(a) : noSuchOverload;

export const ofLists =
  (run: (a: ListValue, b: ListValue) => Value): Implementation =>
  (a, b) =>
    a instanceof ListValue && b instanceof ListValue ? run(a, b) : noSuchOverload;

/** Runs a function and converts an exception of type `expected` to an error value. */
export function orError(run: () => Value, expected: new (...args: never[]) => Error): Value {
  try {
    return run();
  } catch (error) {
    if (error instanceof expected) return new EvalError(error.message);
    throw error;
  }
}
