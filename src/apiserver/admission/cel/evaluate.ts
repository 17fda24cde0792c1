import type { Turns } from "../../../component-base/event-loop.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import type { StepRecorder } from "../../../component-base/trace.ts";
import { sliceUnits } from "../../../component-base/work.ts";
import { PendingAnswer } from "../../../cel/library/authorizer.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import { printValue } from "../../../cel/values/print.ts";
import type { Value } from "../../../cel/values/value.ts";
import type { AdmissionActivation } from "./activation.ts";
import type { CompilationResult } from "./expressions.ts";

/** The result of one expression: its value, or why it has none (cel.EvaluationResult). */
export interface EvaluationResult {
  readonly value?: Value;
  readonly error?: string;
  /** The cost of the expression and of the variables that it was the first to use. */
  readonly cost: number;
  /** The steps of the processor that the expression took beside its cost. */
  readonly effort?: number;
}

/** How evaluations are followed, and when they give way to other requests. */
export interface EvaluationOwner {
  readonly trace?: StepRecorder | undefined;
  /** The turns in which long evaluations go on; without any, they do not give way. */
  readonly turns?: Turns | undefined;
}

/** How many units of cost take about as long as a unit of work. */
const costPerUnit = 16;

/** The results of several expressions with one budget. */
export interface Evaluations {
  /** Undefined in the place of an absent expression. */
  readonly results: readonly (EvaluationResult | undefined)[];
  readonly remaining: number;
  /** The error that ended the evaluation, since the budget was exceeded. */
  readonly failure?: string;
}

const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";

/** The cost budget of the match conditions of one policy or webhook (RuntimeCELCostBudgetMatchConditions). */
export const matchConditionsBudget = 2_500_000;

/**
 * Evaluates compiled expressions in order until the budget is exceeded (cel.condition.ForInput). Each evaluation is a
 * step of the trace. Returns a promise if they have cost so much that others had their turn in between.
 */
export function evaluateAll(
  expressions: readonly (CompilationResult | undefined)[],
  activation: AdmissionActivation,
  budget: number,
  owner: EvaluationOwner = {},
): MaybeAsync<Evaluations> {
  return evaluateRest({ expressions, activation, owner, results: [], remaining: budget });
}

interface Unfinished {
  readonly expressions: readonly (CompilationResult | undefined)[];
  readonly activation: AdmissionActivation;
  readonly owner: EvaluationOwner;
  readonly results: (EvaluationResult | undefined)[];
  remaining: number;
}

/** Evaluates the expressions that have no result yet. */
function evaluateRest(unfinished: Unfinished): MaybeAsync<Evaluations> {
  const { expressions, activation, results, owner } = unfinished;
  const { trace, turns } = owner;
  for (let left = sliceUnits * costPerUnit; results.length < expressions.length;) {
    if (left <= 0 && turns !== undefined) return turns.next().then(() => evaluateRest(unfinished));
    const expression = expressions[results.length];
    if (expression === undefined) {
      results.push(undefined);
      continue;
    }
    const result = unlessPending(() =>
      trace === undefined ? evaluate(expression, activation) : traced(expression, activation, trace),
    );
    if (result instanceof PendingAnswer) return result.answer.then(() => evaluateRest(unfinished));
    if (result.cost > unfinished.remaining) return { results: [], remaining: -1, failure: outOfBudget };
    unfinished.remaining -= result.cost;
    left -= result.cost + (result.effort ?? 0);
    results.push(result);
  }
  return { results, remaining: unfinished.remaining };
}

/** Returns what an evaluation waits for, if it waits for something. */
function unlessPending<T>(run: () => T): T | PendingAnswer {
  try {
    return run();
  } catch (error) {
    if (error instanceof PendingAnswer) return error;
    throw error;
  }
}

/** Evaluates one compiled expression. */
export function evaluate(
  { expression, program, error }: CompilationResult,
  activation: AdmissionActivation,
): EvaluationResult {
  if (program === undefined) return { error: `compilation error: ${error ?? ""}`, cost: 0 };
  const { value, cost, effort } = program.evaluate(activation);
  const total = cost + activation.takeVariableCost();
  return value instanceof EvalError
    ? { error: `expression '${expression}' resulted in error: ${value.message}`, cost: total, effort }
    : { value, cost: total, effort };
}

function traced(expression: CompilationResult, activation: AdmissionActivation, trace: StepRecorder): EvaluationResult {
  const step = trace.step("expression", expression.expression);
  const result = unlessPending(() => evaluate(expression, activation));
  if (result instanceof PendingAnswer) {
    step.end();
    throw result;
  }
  step.cost(result.cost);
  step.decide(result.error ?? printValue(result.value ?? null));
  step.end();
  return result;
}
