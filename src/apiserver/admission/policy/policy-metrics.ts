import type { Operation } from "../attributes.ts";

/** What an expression of a policy decided about a request. */
export type EnforcementAction = "allow" | "deny" | "audit" | "warn";

export type PolicyErrorType = "compile_error" | "invalid_error" | "out_of_budget" | "no_error";

/** Observes the checks of policies (validating/metrics, mutating/metrics, admission/metrics). */
export interface PolicyObserver {
  monotonic(): number;
  validated(policy: string, binding: string, error: PolicyErrorType, action: EnforcementAction, ms: number): void;
  mutated(policy: string, binding: string, error: PolicyErrorType, ms: number): void;
  /** Observes match conditions of a policy or webhook: their duration, how many failed, whether one was false. */
  matchConditions(about: MatchConditionLabels, ms: number, errors: number, excluded: boolean): void;
}

export interface MatchConditionLabels {
  readonly name: string;
  readonly kind: "policy" | "webhook";
  readonly step: "admit" | "validate";
  readonly operation: Operation;
}
