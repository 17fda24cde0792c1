import type { Release } from "./release.ts";

/**
 * Kinds of one group version with the same lifecycle: the releases that introduced, deprecated and removed them, and
 * the group version (and kind, if renamed) to use instead.
 */
export type LifecycleRow = readonly [
  groupVersion: string,
  kinds: string,
  introduced: Release,
  deprecated?: Release,
  removed?: Release | undefined,
  replacement?: string,
];

/**
 * Every built-in kind that v1.34 serves, also when it emulates an earlier release (k8s.io/api
 * zz_generated.prerelease-lifecycle.go and core/v1/lifecycle.go).
 */
// oxfmt-ignore
export const lifecycleTable: readonly LifecycleRow[] = [
  ["v1", "ComponentStatus", 0, 19],
  ["v1", "Endpoints", 0, 33, undefined, "discovery.k8s.io/v1 EndpointSlice"],
  ["v1", "Binding Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount", 0],
  ["v1", "ConfigMap", 2],
  ["admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration ValidatingWebhookConfiguration", 16],
  ["admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding", 30],
  ["admissionregistration.k8s.io/v1alpha1", "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding", 32, 35, 38],
  ["admissionregistration.k8s.io/v1beta1", "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding", 34, 37, 40],
  ["admissionregistration.k8s.io/v1beta1", "ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding", 28, 31, 34],
  ["apiextensions.k8s.io/v1", "CustomResourceDefinition", 16],
  ["apiregistration.k8s.io/v1", "APIService", 10],
  ["apps/v1", "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet", 9],
  ["authentication.k8s.io/v1", "SelfSubjectReview", 28],
  ["authentication.k8s.io/v1", "TokenRequest", 10],
  ["authentication.k8s.io/v1", "TokenReview", 6],
  ["authentication.k8s.io/v1beta1", "SelfSubjectReview", 27, 30, 33],
  ["authorization.k8s.io/v1", "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview", 19],
  ["authorization.k8s.io/v1", "SubjectAccessReview", 6],
  ["autoscaling/v1", "HorizontalPodAutoscaler Scale", 2],
  ["autoscaling/v2", "HorizontalPodAutoscaler", 23],
  ["batch/v1", "CronJob", 21],
  ["batch/v1", "Job", 2],
  ["certificates.k8s.io/v1", "CertificateSigningRequest", 19],
  ["certificates.k8s.io/v1alpha1", "ClusterTrustBundle", 26, 34, 37],
  ["certificates.k8s.io/v1alpha1", "PodCertificateRequest", 34, 37, 40],
  ["certificates.k8s.io/v1beta1", "ClusterTrustBundle", 33, 36, 39],
  ["coordination.k8s.io/v1", "Lease", 14],
  ["coordination.k8s.io/v1alpha2", "LeaseCandidate", 32, 35, 38],
  ["coordination.k8s.io/v1beta1", "LeaseCandidate", 33, 36, 39],
  ["discovery.k8s.io/v1", "EndpointSlice", 21],
  ["events.k8s.io/v1", "Event", 19],
  ["flowcontrol.apiserver.k8s.io/v1", "FlowSchema PriorityLevelConfiguration", 29],
  ["flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema PriorityLevelConfiguration", 26, 29, 32, "flowcontrol.apiserver.k8s.io/v1"],
  ["networking.k8s.io/v1", "IPAddress ServiceCIDR", 33],
  ["networking.k8s.io/v1", "Ingress IngressClass", 19],
  ["networking.k8s.io/v1", "NetworkPolicy", 7],
  ["networking.k8s.io/v1beta1", "IPAddress ServiceCIDR", 31, 34, 37],
  ["node.k8s.io/v1", "RuntimeClass", 20],
  ["policy/v1", "Eviction", 22],
  ["policy/v1", "PodDisruptionBudget", 21],
  ["rbac.authorization.k8s.io/v1", "ClusterRole ClusterRoleBinding Role RoleBinding", 8],
  ["resource.k8s.io/v1", "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice", 34],
  ["resource.k8s.io/v1alpha3", "DeviceTaintRule", 33, 36, 39],
  ["resource.k8s.io/v1beta1", "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice", 32, 35, 38],
  ["resource.k8s.io/v1beta2", "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice", 33, 36, 39],
  ["scheduling.k8s.io/v1", "PriorityClass", 14],
  ["storage.k8s.io/v1", "CSIDriver", 18],
  ["storage.k8s.io/v1", "CSINode", 17],
  ["storage.k8s.io/v1", "CSIStorageCapacity", 24],
  ["storage.k8s.io/v1", "StorageClass", 6],
  ["storage.k8s.io/v1", "VolumeAttachment", 13],
  ["storage.k8s.io/v1", "VolumeAttributesClass", 34],
  ["storage.k8s.io/v1alpha1", "VolumeAttributesClass", 29, 32, 35, "storage.k8s.io/v1"],
  ["storage.k8s.io/v1beta1", "VolumeAttributesClass", 31, 34, 37, "storage.k8s.io/v1"],
  ["storagemigration.k8s.io/v1alpha1", "StorageVersionMigration", 30, 33, 36],
];
