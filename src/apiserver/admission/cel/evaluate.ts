import type { StepRecorder } from "../../../component-base/trace.ts";
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
}

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
 * step of the trace.
 */
export function evaluateAll(
  expressions: readonly (CompilationResult | undefined)[],
  activation: AdmissionActivation,
  budget: number,
  trace: StepRecorder | undefined,
): Evaluations {
  const results: (EvaluationResult | undefined)[] = [];
  let remaining = budget;
  for (const expression of expressions) {
    if (expression === undefined) {
      results.push(undefined);
      continue;
    }
    const result = trace === undefined ? evaluate(expression, activation) : traced(expression, activation, trace);
    if (result.cost > remaining) return { results: [], remaining: -1, failure: outOfBudget };
    remaining -= result.cost;
    results.push(result);
  }
  return { results, remaining };
}

/** Evaluates one compiled expression. */
export function evaluate(
  { expression, program, error }: CompilationResult,
  activation: AdmissionActivation,
): EvaluationResult {
  if (program === undefined) return { error: `compilation error: ${error ?? ""}`, cost: 0 };
  const { value, cost } = program.evaluate(activation);
  const total = cost + activation.takeVariableCost();
  return value instanceof EvalError
    ? { error: `expression '${expression}' resulted in error: ${value.message}`, cost: total }
    : { value, cost: total };
}

function traced(expression: CompilationResult, activation: AdmissionActivation, trace: StepRecorder): EvaluationResult {
  const step = trace.step("expression", expression.expression);
  const result = evaluate(expression, activation);
  step.cost(result.cost);
  step.decide(result.error ?? printValue(result.value ?? null));
  step.end();
  return result;
}
