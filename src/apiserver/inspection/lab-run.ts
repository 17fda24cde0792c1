import type { CelExplanation, CelInputs, CelOutcome } from "../../client/cel.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { explain } from "../../cel/explain/explain.ts";
import { printBounded } from "../../cel/explain/print-bounded.ts";
import { perCallLimit } from "../../cel/env/kubernetes.ts";
import type { EvalResult } from "../../cel/program.ts";
import { EvalError } from "../../cel/values/eval-error.ts";
import type { TypedRequest } from "./lab-scope.ts";
import { describeCompiled, describeIssues, examine } from "./lab-check.ts";

/** Longest an evaluation may take: the worker answers requests as well. */
const patienceMs = 2000;
const longestResult = 4000;

function outcomeOf({ value, cost, exceededLimit }: EvalResult): CelOutcome {
  const ended = { cost, costLimit: perCallLimit, exceededLimit };
  return value instanceof EvalError
    ? { ...ended, error: value.message }
    : { ...ended, value: printBounded(value, longestResult) };
}

function patience(clock: Clock): () => boolean {
  const end = clock.monotonic() + patienceMs;
  let rounds = 0;
  return () => (++rounds & 1023) === 0 && clock.monotonic() > end;
}

/** Evaluates once and tells what every part did. */
export function explainOnce(request: TypedRequest, inputs: CelInputs, clock: Clock): CelExplanation {
  const { compiled, issues } = examine(request);
  if (compiled === undefined) return describeIssues(issues);
  const { scope, program } = compiled;
  const { root, ...result } = explain(program, scope.variables(inputs), scope.sizes, {
    costLimit: perCallLimit,
    isInterrupted: patience(clock),
  });
  return { ...describeCompiled(compiled, root), outcome: outcomeOf(result) };
}

/** Evaluates over many inputs; throws where the expression does not compile. */
export function runAll(request: TypedRequest, inputs: readonly CelInputs[], clock: Clock): readonly CelOutcome[] {
  const { compiled, issues } = examine(request);
  if (compiled === undefined) throw new Error(issues[0]?.message ?? "the expression is empty");
  const { scope, program } = compiled;
  return inputs.map((input) =>
    outcomeOf(program.evaluate(scope.variables(input), { costLimit: perCallLimit, isInterrupted: patience(clock) })),
  );
}
