import { AdmissionActivation, type RequestValues } from "./activation.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { evaluateAll, type EvaluationOwner, type Evaluations, matchConditionsBudget } from "./evaluate.ts";
import type { CompilationResult } from "./expressions.ts";

export type FailurePolicy = "Fail" | "Ignore";

/** Compiled match conditions of a policy or webhook. */
export interface MatchConditions {
  readonly names: readonly string[];
  readonly expressions: readonly CompilationResult[];
  readonly variables: ReadonlyMap<string, CompilationResult>;
  readonly failurePolicy: FailurePolicy;
}

/** The result of match conditions: `error` if they could not be decided and the failure policy is Fail. */
export interface MatchResult {
  readonly matches: boolean;
  readonly error?: string;
  /** The name of the condition that is false. */
  readonly failedCondition?: string;
  /** The number of conditions that failed to evaluate. */
  readonly evaluationErrors: number;
}

/** Evaluates match conditions (matchconditions.matcher.Match). A condition that is false prevails over errors. */
export function matchConditions(
  conditions: MatchConditions,
  request: RequestValues,
  owner: EvaluationOwner,
): MaybeAsync<MatchResult> {
  const { expressions, variables } = conditions;
  const activation = new AdmissionActivation(request, variables, { hasAuthorizer: true });
  return afterwards(evaluateAll(expressions, activation, matchConditionsBudget, owner), (evaluations) =>
    matchResult(conditions, evaluations),
  );
}

function matchResult({ names, failurePolicy }: MatchConditions, { results, failure }: Evaluations): MatchResult {
  if (failure !== undefined) return undecided([failure], 0, failurePolicy);
  const errors: string[] = [];
  for (const [i, result] of results.entries()) {
    if (result?.error !== undefined) errors.push(result.error);
    if (result?.value === false)
      return { matches: false, failedCondition: names[i] ?? "", evaluationErrors: errors.length };
  }
  return errors.length === 0 ? { matches: true, evaluationErrors: 0 } : undecided(errors, errors.length, failurePolicy);
}

const undecided = (errors: readonly string[], count: number, failurePolicy: FailurePolicy): MatchResult =>
  failurePolicy === "Ignore"
    ? { matches: false, evaluationErrors: count }
    : { matches: false, error: aggregate(errors), evaluationErrors: count };

/** Joins error messages without duplicates (utilerrors.Aggregate). */
const aggregate = (errors: readonly string[]): string => {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? (distinct[0] ?? "") : `[${distinct.join(", ")}]`;
};
