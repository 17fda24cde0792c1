import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import type { PolicyObserver } from "../../admission/policy/policy-metrics.ts";

const checkBounds = [0.0000005, 0.001, 0.01, 0.1, 1];
const conditionBounds = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

/** Creates the metrics of admission policies and match conditions. */
export function createPolicyMetrics(registry: MetricsRegistry, monotonic: () => number): PolicyObserver {
  const { validations, mutations } = createCheckMetrics(registry);
  const conditions = createMatchConditionMetrics(registry);
  return {
    monotonic,
    validated(policy, binding, error, action, ms) {
      validations.checks.with(policy, binding, error, action).inc();
      validations.durations.with(policy, binding, error, action).observe(ms / 1000);
    },
    mutated(policy, binding, error, ms) {
      mutations.checks.with(policy, binding, error).inc();
      mutations.durations.with(policy, binding, error).observe(ms / 1000);
    },
    matchConditions({ name, kind, step, operation }, ms, errors, excluded) {
      conditions.durations.with(name, kind, step, operation).observe(ms / 1000);
      if (errors > 0) conditions.errors.with(name, kind, step, operation).inc(errors);
      if (excluded) conditions.exclusions.with(name, kind, step, operation).inc();
    },
  };
}

function createCheckMetrics(registry: MetricsRegistry) {
  const validationLabels = ["policy", "policy_binding", "error_type", "enforcement_action"];
  const mutationLabels = ["policy", "policy_binding", "error_type"];
  return {
    validations: {
      checks: registry.counter({
        name: "apiserver_validating_admission_policy_check_total",
        stability: "BETA",
        labels: validationLabels,
        help: "Validation admission policy check total, labeled by policy and further identified by binding and enforcement action taken.",
      }),
      durations: registry.histogram(
        {
          name: "apiserver_validating_admission_policy_check_duration_seconds",
          stability: "BETA",
          labels: validationLabels,
          help: "Validation admission latency for individual validation expressions in seconds, labeled by policy and further including binding and enforcement action taken.",
        },
        checkBounds,
      ),
    },
    mutations: {
      checks: registry.counter({
        name: "apiserver_mutating_admission_policy_check_total",
        stability: "ALPHA",
        labels: mutationLabels,
        help: "Mutation admission policy check total, labeled by policy and further identified by binding.",
      }),
      durations: registry.histogram(
        {
          name: "apiserver_mutating_admission_policy_check_duration_seconds",
          stability: "ALPHA",
          labels: mutationLabels,
          help: "Mutation admission latency for individual mutation expressions in seconds, labeled by policy and binding.",
        },
        checkBounds,
      ),
    },
  };
}

function createMatchConditionMetrics(registry: MetricsRegistry) {
  const labels = ["name", "kind", "type", "operation"];
  return {
    errors: registry.counter({
      name: "apiserver_admission_match_condition_evaluation_errors_total",
      stability: "ALPHA",
      labels,
      help: "Admission match condition evaluation errors count, identified by name of resource containing the match condition and broken out for each kind containing matchConditions (webhook or policy), operation and admission type (validate or admit).",
    }),
    exclusions: registry.counter({
      name: "apiserver_admission_match_condition_exclusions_total",
      stability: "ALPHA",
      labels,
      help: "Admission match condition evaluation exclusions count, identified by name of resource containing the match condition and broken out for each kind containing matchConditions (webhook or policy), operation and admission type (validate or admit).",
    }),
    durations: registry.histogram(
      {
        name: "apiserver_admission_match_condition_evaluation_seconds",
        stability: "ALPHA",
        labels,
        help: "Admission match condition evaluation time in seconds, identified by name and broken out for each kind containing matchConditions (webhook or policy), operation and type (validate or admit).",
      },
      conditionBounds,
    ),
  };
}
