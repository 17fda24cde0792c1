import type { FunctionReference } from "../checker/checked-expr.ts";
import type { Implementation, Overload } from "../env/declarations.ts";
import { hasRegexEngine, compilePattern } from "../library/regex-engine.ts";
import { regexFunctions } from "../library/regex.ts";
import { EvalError } from "../values/eval-error.ts";
import type { Value } from "../values/value.ts";
import type { Charge, Step } from "./frame.ts";
import { dispatching, guarded } from "./guards.ts";
import { ProgramError, type Planned } from "./planned.ts";

/** How a call runs. */
interface CallPlan {
  readonly run: Implementation;
  /** Arguments behind one that failed are not computed (and the call costs nothing then). */
  readonly stopsAtError: boolean;
  readonly cost: (args: readonly Value[], result: Value) => number;
  /** The call costs one unit whatever happens. */
  readonly isUnitCost: boolean;
}

/** Overloads that take all arguments at once in the real implementation, though there are only two. */
const takesAll: ReadonlySet<string> = new Set(["string_format"]);

function implementationOf({ function: fn, overloads }: FunctionReference, single: Overload | undefined, argCount: number): Implementation {
  if (fn.singleton !== undefined) return fn.singleton;
  const own = single?.implementation;
  if (single === undefined || own === undefined) return dispatching(fn.name, fn.overloads, argCount);
  return fn.checksArguments || overloads.length === 0 ? own : guarded(fn.name, single, own);
}

function costOf({ function: fn }: FunctionReference, single: Overload | undefined): Pick<CallPlan, "cost" | "isUnitCost"> {
  const ofFunction = fn.costs?.actual;
  const ofOverload = single?.costs?.actual;
  const id = single?.id ?? "";
  if (ofFunction === undefined && ofOverload === undefined) return { cost: () => 1, isUnitCost: true };
  return { cost: (args, result) => ofFunction?.(args, result, id) ?? ofOverload?.(args, result, id) ?? 1, isUnitCost: false };
}

/** Plans a call by its reference; patterns that are written out are compiled now. */
export function planCall(reference: FunctionReference, args: readonly Planned[]): CallPlan {
  const [first] = reference.overloads;
  const single = reference.overloads.length === 1 ? first : undefined;
  const hasPattern = checkPattern(reference.function.name, args[1]);
  const dispatches = reference.function.singleton === undefined && single === undefined;
  const run = implementationOf(reference, single, args.length);
  return { run, stopsAtError: hasPattern || dispatches || args.length > 2 || takesAll.has(single?.id ?? ""), ...costOf(reference, single) };
}

/** Compiles the pattern of a call if it is written out, so that a bad one fails at once. */
function checkPattern(name: string, pattern: Planned | undefined): boolean {
  if (!regexFunctions.has(name) || pattern?.kind !== "constant" || typeof pattern.value !== "string") return false;
  const compiled = hasRegexEngine() ? compilePattern(pattern.value) : undefined;
  if (typeof compiled === "string") throw new ProgramError(compiled);
  return true;
}

/** The step of a call without arguments. */
function zeroStep({ run, cost }: CallPlan, charge: Charge): Step {
  return (frame) => {
    const result = run(null, null, null, null);
    charge(frame, cost([], result));
    return result;
  };
}

function unaryStep({ run, cost, isUnitCost }: CallPlan, arg: Step, charge: Charge): Step {
  return (frame) => {
    const value = arg(frame);
    const result = value instanceof EvalError ? value : run(value, null, null, null);
    charge(frame, isUnitCost ? 1 : cost([value], result));
    return result;
  };
}

function binaryStep({ run, cost, isUnitCost }: CallPlan, left: Step, right: Step, charge: Charge): Step {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    const result = a instanceof EvalError ? a : b instanceof EvalError ? b : run(a, b, null, null);
    charge(frame, isUnitCost ? 1 : cost([a, b], result));
    return result;
  };
}

/** Stops at the first argument that fails; the call costs something only if it was the last one. */
function orderedStep({ run, cost }: CallPlan, args: readonly Step[], charge: Charge): Step {
  return (frame) => {
    const values: Value[] = [];
    for (const arg of args) {
      const value = arg(frame);
      values.push(value);
      if (!(value instanceof EvalError)) continue;
      if (values.length === args.length) charge(frame, cost(values, value));
      return value;
    }
    const [a = null, b = null, c = null, d = null] = values;
    const result = run(a, b, c, d);
    charge(frame, cost(values, result));
    return result;
  };
}

/** The step of a call that computes its arguments, then itself, then its cost. */
export function callStep(plan: CallPlan, args: readonly Step[], charge: Charge): Step {
  const [first, second] = args;
  if (first === undefined) return zeroStep(plan, charge);
  if (plan.stopsAtError) return orderedStep(plan, args, charge);
  return second === undefined ? unaryStep(plan, first, charge) : binaryStep(plan, first, second, charge);
}

/** A strict call on values that are there already: how constants are folded. */
export function runNow(plan: CallPlan, value: Value): Value {
  const result = plan.run(value, null, null, null);
  if (result instanceof EvalError) throw new ProgramError(result.message);
  return result;
}
