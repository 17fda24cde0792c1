import { StatusError } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { PluginSteps } from "../../../apiserver/admission/lazy-plugin.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import {
  defaultConfiguration,
  PodSecurityAdmission,
  type PodSecurityConfiguration,
} from "../../../pod-security-admission/admission/admission.ts";
import { prefix } from "../../../pod-security-admission/api/labels.ts";
import { createEvaluator } from "../../../pod-security-admission/policy/evaluator.ts";
import { createPodSecurityMetrics } from "./metrics.ts";

export interface PodSecurityOptions {
  readonly gates: Pick<FeatureGates, "enabled">;
  readonly configuration?: PodSecurityConfiguration | undefined;
  /** Where metrics are registered, and the minor release of the server. */
  readonly metrics: { readonly registry: MetricsRegistry; readonly release: number };
  getNamespace(name: string): KubeObject | undefined;
  listPods(namespace: string): readonly KubeObject[];
  monotonic(): number;
}

/** Enforces the Pod Security Standards that the labels of namespaces ask for (plugin PodSecurity). */
export function createPodSecurity({
  gates,
  configuration = defaultConfiguration,
  metrics,
  ...parts
}: PodSecurityOptions): PluginSteps {
  const admission = new PodSecurityAdmission({
    ...parts,
    configuration,
    recorder: createPodSecurityMetrics(metrics.registry, metrics.release),
    evaluate: createEvaluator({
      relaxedForUserNamespaces: gates.enabled("UserNamespacesPodSecurityStandards"),
      probeHosts: gates.enabled("ProbeHostPodSecurityStandards"),
    }),
  });
  return {
    validate(attributes) {
      const {
        refused,
        warnings = [],
        auditAnnotations = {},
      } = admission.validate({
        name: attributes.name,
        namespace: attributes.namespace,
        resource: attributes.resource,
        kind: attributes.kind,
        subresource: attributes.subresource,
        operation: attributes.operation,
        object: attributes.object,
        oldObject: attributes.oldObject,
        userName: attributes.user.name,
      });
      for (const warning of warnings) attributes.warn(warning);
      for (const [key, value] of Object.entries(auditAnnotations)) attributes.annotate(prefix + key, value);
      if (refused !== undefined) throw new StatusError(refused);
    },
  };
}
