import type { FunctionReference } from "../checker/checked-expr.ts";
import type { Implementation, Overload } from "../env/declarations.ts";
import { compilePattern, hasRegexEngine, type Pattern } from "../library/regex-engine.ts";
import { patternRunners } from "../library/regex.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import { nativeText } from "../values/native-text.ts";
import type { Value } from "../values/value.ts";
import { unlimitedEffort } from "../values/effort.ts";
import { chargeNothing, type Charge, type Frame, type Step } from "./frame.ts";
import { dispatching, guarded } from "./guards.ts";
import { ProgramError, type Planned } from "./planned.ts";

/** How a call is evaluated. */
export interface CallPlan {
  readonly run: Implementation;
  /** Whether evaluation of arguments stops at the first error (the call itself then costs nothing). */
  readonly stopsAtError: boolean;
  readonly cost: (a: Value, b: Value, result: Value) => number;
  /** Whether the call always costs one unit. */
  readonly isUnitCost: boolean;
  /** Whether the cost depends on the result, so that it is not known before the call. */
  readonly costsResult: boolean;
}

/** Overloads with two arguments that cel-go implements as functions of a variable number of arguments. */
const takesAll: ReadonlySet<string> = new Set(["string_format"]);

function implementationOf(
  { function: fn, overloads }: FunctionReference,
  single: Overload | undefined,
  argCount: number,
): Implementation {
  if (fn.singleton !== undefined) return fn.singleton;
  const own = single?.implementation;
  if (single === undefined || own === undefined) return dispatching(fn.name, fn.overloads, argCount);
  return fn.checksArguments || overloads.length === 0 ? own : guarded(fn.name, single, own);
}

function costOf(
  { function: fn }: FunctionReference,
  single: Overload | undefined,
): Pick<CallPlan, "cost" | "isUnitCost" | "costsResult"> {
  const ofFunction = fn.costs?.actual;
  const ofOverload = single?.costs?.actual;
  const id = single?.id ?? "";
  if (ofFunction === undefined && ofOverload === undefined)
    return { cost: () => 1, isUnitCost: true, costsResult: false };
  return {
    cost: (a, b, result) => ofFunction?.(a, b, result, id) ?? ofOverload?.(a, b, result, id) ?? 1,
    isUnitCost: false,
    costsResult: (fn.costs?.costsResult ?? single?.costs?.costsResult) === true,
  };
}

/** Plans a call by its reference. Literal patterns are compiled in advance. */
export function planCall(reference: FunctionReference, args: readonly Planned[]): CallPlan {
  const [first] = reference.overloads;
  const single = reference.overloads.length === 1 ? first : undefined;
  const pattern = writtenPattern(reference.function.name, args[1]);
  const dispatches = reference.function.singleton === undefined && single === undefined;
  const run = matcherOf(reference.function.name, pattern) ?? implementationOf(reference, single, args.length);
  return {
    run,
    stopsAtError: pattern !== undefined || dispatches || args.length > 2 || takesAll.has(single?.id ?? ""),
    ...costOf(reference, single),
  };
}

/** A literal pattern; not compiled yet if the regex engine is not loaded. */
interface WrittenPattern {
  readonly source: string;
  readonly compiled: Pattern | undefined;
}

/** Returns the literal pattern of a call, undefined if it is not a literal. */
function writtenPattern(name: string, pattern: Planned | undefined): WrittenPattern | undefined {
  if (!patternRunners.has(name) || pattern?.kind !== "constant" || typeof pattern.value !== "string") return undefined;
  const compiled = hasRegexEngine() ? compilePattern(pattern.value) : undefined;
  if (typeof compiled === "string") throw new ProgramError(compiled);
  return { source: pattern.value, compiled };
}

/** Implements a function with a literal pattern. It is not dispatched by the types of its arguments. */
function matcherOf(name: string, pattern: WrittenPattern | undefined): Implementation | undefined {
  const run = pattern && patternRunners.get(name);
  if (pattern === undefined || run === undefined) return undefined;
  const { source, compiled } = pattern;
  return (subject, _, limit, __, effort) => {
    const text = nativeText(subject);
    if (text === undefined) return noSuchOverload;
    const made = compiled ?? compilePattern(source, effort);
    return typeof made === "string" ? new EvalError(made) : run(made, text, limit, effort);
  };
}

/** Returns the step of a call without arguments. */
function zeroStep({ run, cost }: CallPlan, charge: Charge): Step {
  return (frame) => {
    const result = run(null, null, null, null, frame);
    charge(frame, cost(null, null, result));
    return result;
  };
}

/** Aborts an evaluation before a call that it cannot pay for, so that no call takes longer than its cost allows. */
function checkAffordable(frame: Frame, price: number, charge: Charge): void {
  if (frame.cost + price > frame.limit) charge(frame, price);
}

function unaryStep({ run, cost, isUnitCost, costsResult }: CallPlan, arg: Step, charge: Charge): Step {
  if (charge === chargeNothing) return freeUnaryStep(run, arg);
  return (frame) => {
    const value = arg(frame);
    const price = isUnitCost ? 1 : costsResult ? 0 : cost(value, null, null);
    checkAffordable(frame, price, charge);
    const result = value instanceof EvalError ? value : run(value, null, null, null, frame);
    charge(frame, costsResult ? cost(value, null, result) : price);
    return result;
  };
}

const freeUnaryStep =
  (run: Implementation, arg: Step): Step =>
  (frame) => {
    const value = arg(frame);
    return value instanceof EvalError ? value : run(value, null, null, null, frame);
  };

function binaryStep({ run, cost, isUnitCost, costsResult }: CallPlan, left: Step, right: Step, charge: Charge): Step {
  if (charge === chargeNothing) return freeBinaryStep(run, left, right);
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    const price = isUnitCost ? 1 : costsResult ? 0 : cost(a, b, null);
    checkAffordable(frame, price, charge);
    const result = a instanceof EvalError ? a : b instanceof EvalError ? b : run(a, b, null, null, frame);
    charge(frame, costsResult ? cost(a, b, result) : price);
    return result;
  };
}

const freeBinaryStep =
  (run: Implementation, left: Step, right: Step): Step =>
  (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (a instanceof EvalError) return a;
    return b instanceof EvalError ? b : run(a, b, null, null, frame);
  };

/** Like binaryStep, but an error of the left operand stops evaluation, and the call then costs nothing. */
function orderedBinaryStep({ run, cost, costsResult }: CallPlan, left: Step, right: Step, charge: Charge): Step {
  const isFree = charge === chargeNothing;
  return (frame) => {
    const a = left(frame);
    if (a instanceof EvalError) return a;
    const b = right(frame);
    const price = isFree || costsResult ? 0 : cost(a, b, null);
    checkAffordable(frame, price, charge);
    const result = b instanceof EvalError ? b : run(a, b, null, null, frame);
    if (!isFree) charge(frame, costsResult ? cost(a, b, result) : price);
    return result;
  };
}

/** Stops at the first argument that is an error. The call is charged only if that was the last argument. */
function orderedStep({ run, cost, costsResult }: CallPlan, args: readonly Step[], charge: Charge): Step {
  return (frame) => {
    const values: Value[] = [];
    for (const arg of args) {
      const value = arg(frame);
      values.push(value);
      if (!(value instanceof EvalError)) continue;
      if (values.length === args.length) charge(frame, cost(values[0] ?? null, values[1] ?? null, value));
      return value;
    }
    const [a = null, b = null, c = null, d = null] = values;
    const price = costsResult ? 0 : cost(a, b, null);
    checkAffordable(frame, price, charge);
    const result = run(a, b, c, d, frame);
    charge(frame, costsResult ? cost(a, b, result) : price);
    return result;
  };
}

/** Returns the step that evaluates the arguments, then the call, then charges its cost. */
export function callStep(plan: CallPlan, args: readonly Step[], charge: Charge): Step {
  const [first, second] = args;
  if (first === undefined) return zeroStep(plan, charge);
  if (plan.stopsAtError && args.length > 2) return orderedStep(plan, args, charge);
  if (plan.stopsAtError && second !== undefined) return orderedBinaryStep(plan, first, second, charge);
  return second === undefined ? unaryStep(plan, first, charge) : binaryStep(plan, first, second, charge);
}

/** Evaluates a strict call on a constant, for constant folding. */
export function runNow(plan: CallPlan, value: Value): Value {
  const result = plan.run(value, null, null, null, unlimitedEffort);
  if (result instanceof EvalError) throw new ProgramError(result.message);
  return result;
}
