import type { Release } from "./release.ts";

/** Migration instructions for old versions of some kinds; field names are in backticks. */
export interface MigrationRow {
  /** The old group versions. */
  readonly from: readonly string[];
  readonly kinds: readonly string[];
  /** The group version to use now; absent if there is no replacement. */
  readonly to?: string;
  /** The new kind, if it was renamed. */
  readonly toKind?: string;
  /** The release that introduced the new version. */
  readonly since?: Release;
  readonly changes: readonly string[];
}

const flowKinds = ["FlowSchema", "PriorityLevelConfiguration"];
const zeroShares = "`spec.limited.nominalConcurrencyShares` defaults to 30 only if it is unset; 0 stays 0";
const selectorRequired =
  "`spec.selector` is required and immutable; existing objects use the labels of the pod template";

/**
 * The Deprecated API Migration Guide of the Kubernetes documentation, extended by versions that are deprecated or were
 * never enabled by default.
 */
// oxfmt-ignore
export const migrationGuide: readonly MigrationRow[] = [
  { from: ["flowcontrol.apiserver.k8s.io/v1beta3"], kinds: flowKinds, to: "flowcontrol.apiserver.k8s.io/v1", since: 29, changes: [zeroShares] },
  {
    from: ["flowcontrol.apiserver.k8s.io/v1beta1", "flowcontrol.apiserver.k8s.io/v1beta2"], kinds: flowKinds, to: "flowcontrol.apiserver.k8s.io/v1", since: 29,
    changes: ["`spec.limited.assuredConcurrencyShares` is now `spec.limited.nominalConcurrencyShares`", zeroShares],
  },
  { from: ["storage.k8s.io/v1alpha1", "storage.k8s.io/v1beta1"], kinds: ["CSIStorageCapacity"], to: "storage.k8s.io/v1", since: 24, changes: [] },
  {
    from: ["autoscaling/v2beta1", "autoscaling/v2beta2"], kinds: ["HorizontalPodAutoscaler"], to: "autoscaling/v2", since: 23,
    changes: ["`targetAverageUtilization` is now `target.averageUtilization`, together with `target.type: Utilization`"],
  },
  { from: ["batch/v1beta1"], kinds: ["CronJob"], to: "batch/v1", since: 21, changes: [] },
  {
    from: ["discovery.k8s.io/v1beta1"], kinds: ["EndpointSlice"], to: "discovery.k8s.io/v1", since: 21,
    changes: [
      "an endpoint's `nodeName` replaces `topology[\"kubernetes.io/hostname\"]`", "an endpoint's `zone` replaces `topology[\"topology.kubernetes.io/zone\"]`",
      "`topology` is now `deprecatedTopology`, which cannot be written",
    ],
  },
  {
    from: ["events.k8s.io/v1beta1"], kinds: ["Event"], to: "events.k8s.io/v1", since: 19,
    changes: [
      "`type` must be `Normal` or `Warning`", "`involvedObject` is now `regarding`", "new events need `action`, `reason`, `reportingController` and `reportingInstance`",
      "`eventTime` replaces `firstTimestamp` (`deprecatedFirstTimestamp`), which is not allowed in new events",
      "`series.lastObservedTime` replaces `lastTimestamp` (`deprecatedLastTimestamp`)", "`series.count` replaces `count` (`deprecatedCount`)",
      "`reportingController` replaces `source.component` (`deprecatedSource.component`)", "`reportingInstance` replaces `source.host` (`deprecatedSource.host`)",
    ],
  },
  { from: ["policy/v1beta1"], kinds: ["PodDisruptionBudget"], to: "policy/v1", since: 21, changes: ["an empty `spec.selector` (`{}`) now selects all pods of the namespace instead of none; an unset selector still selects none"] },
  { from: ["policy/v1beta1"], kinds: ["Eviction"], to: "policy/v1", since: 22, changes: [] },
  { from: ["extensions/v1beta1", "policy/v1beta1"], kinds: ["PodSecurityPolicy"], changes: ["use Pod Security Admission, an admission policy or a webhook instead"] },
  { from: ["node.k8s.io/v1beta1"], kinds: ["RuntimeClass"], to: "node.k8s.io/v1", since: 20, changes: [] },
  {
    from: ["admissionregistration.k8s.io/v1beta1"], kinds: ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"], to: "admissionregistration.k8s.io/v1", since: 16,
    changes: [
      "`webhooks[*].failurePolicy` defaults to `Fail` (was `Ignore`)", "`webhooks[*].matchPolicy` defaults to `Equivalent` (was `Exact`)", "`webhooks[*].timeoutSeconds` defaults to 10 (was 30)",
      "`webhooks[*].sideEffects` is required and must be `None` or `NoneOnDryRun`", "`webhooks[*].admissionReviewVersions` is required", "no two webhooks of a configuration may have the same `name`",
    ],
  },
  {
    from: ["apiextensions.k8s.io/v1beta1"], kinds: ["CustomResourceDefinition"], to: "apiextensions.k8s.io/v1", since: 16,
    changes: [
      "`spec.scope` is required", "`spec.version` is removed, use `spec.versions`",
      "`spec.validation`, `spec.subresources` and `spec.additionalPrinterColumns` are set in each of `spec.versions`, `spec.validation` as `schema`",
      "`spec.conversion.webhookClientConfig` is now `spec.conversion.webhook.clientConfig`", "`spec.conversion.conversionReviewVersions` is now `spec.conversion.webhook.conversionReviewVersions`",
      "every version needs a `schema.openAPIV3Schema`, and it must be structural", "`spec.preserveUnknownFields: true` is not allowed, use `x-kubernetes-preserve-unknown-fields: true` in the schema",
      "a printer column's `JSONPath` is now `jsonPath`",
    ],
  },
  { from: ["apiregistration.k8s.io/v1beta1"], kinds: ["APIService"], to: "apiregistration.k8s.io/v1", since: 10, changes: [] },
  { from: ["authentication.k8s.io/v1beta1"], kinds: ["TokenReview"], to: "authentication.k8s.io/v1", since: 6, changes: [] },
  { from: ["authentication.k8s.io/v1alpha1", "authentication.k8s.io/v1beta1"], kinds: ["SelfSubjectReview"], to: "authentication.k8s.io/v1", since: 28, changes: [] },
  {
    from: ["authorization.k8s.io/v1beta1"], kinds: ["LocalSubjectAccessReview", "SelfSubjectAccessReview", "SelfSubjectRulesReview", "SubjectAccessReview"], to: "authorization.k8s.io/v1", since: 6,
    changes: ["`spec.group` is now `spec.groups`"],
  },
  {
    from: ["certificates.k8s.io/v1beta1"], kinds: ["CertificateSigningRequest"], to: "certificates.k8s.io/v1", since: 19,
    changes: [
      "`spec.signerName` is required and must not be `kubernetes.io/legacy-unknown`", "`spec.usages` is required: known usages, without duplicates",
      "`status.conditions` must not have duplicate types, and each needs a `status`", "`status.certificate` must contain only PEM blocks of type `CERTIFICATE`",
    ],
  },
  { from: ["certificates.k8s.io/v1alpha1"], kinds: ["ClusterTrustBundle"], to: "certificates.k8s.io/v1beta1", since: 33, changes: [] },
  { from: ["coordination.k8s.io/v1beta1"], kinds: ["Lease"], to: "coordination.k8s.io/v1", since: 14, changes: [] },
  {
    from: ["extensions/v1beta1", "networking.k8s.io/v1beta1"], kinds: ["Ingress"], to: "networking.k8s.io/v1", since: 19,
    changes: [
      "`spec.backend` is now `spec.defaultBackend`", "a backend's `serviceName` is now `service.name`", "a backend's `servicePort` is now `service.port.number`, or `service.port.name` if it was a string",
      "each path needs a `pathType`: `Prefix`, `Exact`, or `ImplementationSpecific` for the previous behaviour",
    ],
  },
  { from: ["networking.k8s.io/v1beta1"], kinds: ["IngressClass"], to: "networking.k8s.io/v1", since: 19, changes: [] },
  { from: ["networking.k8s.io/v1beta1"], kinds: ["IPAddress", "ServiceCIDR"], to: "networking.k8s.io/v1", since: 33, changes: [] },
  { from: ["rbac.authorization.k8s.io/v1beta1"], kinds: ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"], to: "rbac.authorization.k8s.io/v1", since: 8, changes: [] },
  { from: ["scheduling.k8s.io/v1beta1"], kinds: ["PriorityClass"], to: "scheduling.k8s.io/v1", since: 14, changes: [] },
  { from: ["storage.k8s.io/v1beta1"], kinds: ["CSIDriver"], to: "storage.k8s.io/v1", since: 19, changes: [] },
  { from: ["storage.k8s.io/v1beta1"], kinds: ["CSINode"], to: "storage.k8s.io/v1", since: 17, changes: [] },
  { from: ["storage.k8s.io/v1beta1"], kinds: ["StorageClass"], to: "storage.k8s.io/v1", since: 6, changes: [] },
  { from: ["storage.k8s.io/v1alpha1", "storage.k8s.io/v1beta1"], kinds: ["VolumeAttachment"], to: "storage.k8s.io/v1", since: 13, changes: [] },
  { from: ["storage.k8s.io/v1alpha1", "storage.k8s.io/v1beta1"], kinds: ["VolumeAttributesClass"], to: "storage.k8s.io/v1", since: 34, changes: [] },
  { from: ["admissionregistration.k8s.io/v1alpha1", "admissionregistration.k8s.io/v1beta1"], kinds: ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"], to: "admissionregistration.k8s.io/v1", since: 30, changes: [] },
  { from: ["extensions/v1beta1"], kinds: ["NetworkPolicy"], to: "networking.k8s.io/v1", since: 8, changes: [] },
  {
    from: ["extensions/v1beta1", "apps/v1beta2"], kinds: ["DaemonSet"], to: "apps/v1", since: 9,
    changes: ["`spec.templateGeneration` is removed", selectorRequired, "`spec.updateStrategy.type` defaults to `RollingUpdate` (`OnDelete` in extensions/v1beta1)"],
  },
  {
    from: ["extensions/v1beta1", "apps/v1beta1", "apps/v1beta2"], kinds: ["Deployment"], to: "apps/v1", since: 9,
    changes: [
      "`spec.rollbackTo` is removed", selectorRequired, "`spec.progressDeadlineSeconds` defaults to 600 (no deadline in extensions/v1beta1)",
      "`spec.revisionHistoryLimit` defaults to 10 (2 in apps/v1beta1, no limit in extensions/v1beta1)", "`maxSurge` and `maxUnavailable` default to 25% (1 in extensions/v1beta1)",
    ],
  },
  { from: ["apps/v1beta1", "apps/v1beta2"], kinds: ["StatefulSet"], to: "apps/v1", since: 9, changes: [selectorRequired, "`spec.updateStrategy.type` defaults to `RollingUpdate` (`OnDelete` in apps/v1beta1)"] },
  { from: ["extensions/v1beta1", "apps/v1beta1", "apps/v1beta2"], kinds: ["ReplicaSet"], to: "apps/v1", since: 9, changes: [selectorRequired] },
  { from: ["apps/v1beta1", "apps/v1beta2"], kinds: ["ControllerRevision"], to: "apps/v1", since: 9, changes: [] },
  {
    from: ["v1"], kinds: ["Endpoints"], to: "discovery.k8s.io/v1", toKind: "EndpointSlice", since: 21,
    changes: ["a service can have several slices, labelled `kubernetes.io/service-name`", "each endpoint has its own `conditions`, `zone` and `nodeName`; there are no separate lists of ready and not ready addresses"],
  },
  { from: ["v1"], kinds: ["ComponentStatus"], changes: ["`/livez` and `/readyz` report the health of the API server; other components have their own health endpoints"] },
];
