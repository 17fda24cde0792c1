import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import type { Recorder } from "../../../pod-security-admission/admission/admission.ts";
import type { PodSecurityAttributes } from "../../../pod-security-admission/admission/attributes.ts";
import { formatLevelVersion, type LevelVersion } from "../../../pod-security-admission/api/policy.ts";

const resourceLabels: Readonly<Record<string, string>> = { pods: "pod", namespaces: "namespace" };

const labelsOf = ({ operation, resource, subresource }: PodSecurityAttributes): readonly [string, string, string] => [
  operation.toLowerCase(),
  resource.group === "" ? (resourceLabels[resource.resource] ?? "controller") : "controller",
  subresource,
];

/** Returns the label of a version, which must not take arbitrary values. */
function versionLabel({ level, version }: LevelVersion, minor: number): string {
  if (version === "latest" || level === "privileged") return "latest";
  return version > minor ? "future" : formatLevelVersion({ level, version }).slice(level.length + 1);
}

const requestLabels = ["request_operation", "resource", "subresource"];

/** Registers the metrics of PodSecurity (pod-security-admission/metrics). `minor` is the release of the server. */
export function createPodSecurityMetrics(registry: MetricsRegistry, minor: number): Recorder {
  const evaluations = registry.counter({
    name: "pod_security_evaluations_total",
    stability: "ALPHA",
    labels: ["decision", "policy_level", "policy_version", "mode", ...requestLabels],
    help: "Number of policy evaluations that occurred, not counting ignored or exempt requests.",
  });
  const exemptions = registry.counter({
    name: "pod_security_exemptions_total",
    stability: "ALPHA",
    labels: requestLabels,
    help: "Number of exempt requests, not counting ignored or out of scope requests.",
  });
  const errors = registry.counter({
    name: "pod_security_errors_total",
    stability: "ALPHA",
    labels: ["fatal", ...requestLabels],
    help: "Number of errors preventing normal evaluation. Non-fatal errors may result in the latest restricted profile being used for evaluation.",
  });
  return {
    evaluated: (decision, policy, mode, attributes) =>
      evaluations.with(decision, policy.level, versionLabel(policy, minor), mode, ...labelsOf(attributes)).inc(),
    exempted: (attributes) => exemptions.with(...labelsOf(attributes)).inc(),
    failed: (fatal, attributes) => errors.with(String(fatal), ...labelsOf(attributes)).inc(),
  };
}
