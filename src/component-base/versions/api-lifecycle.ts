import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import { formatGroupVersion } from "../../apimachinery/gvk.ts";
import { binaryRelease, type Release } from "./release.ts";

/** When a version of a kind came, and when it goes (prerelease-lifecycle). */
export interface ApiLifecycle {
  /** 0 for what was always there as far as this server can tell. */
  readonly introduced: Release;
  readonly deprecated?: Release;
  /** The first release without it. */
  readonly removed?: Release;
  /** `group/version Kind` to use instead. */
  readonly replacement?: string;
}

type Row = readonly [introduced: Release, deprecated?: Release, removed?: Release | undefined, replacement?: string];

const rows = new Map<string, Row>([
  ["v1 ComponentStatus", [0, 19]],
  ["v1 Endpoints", [0, 33, undefined, "discovery.k8s.io/v1 EndpointSlice"]],
  ["admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicy", [32, 35, 38]],
  ["admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicyBinding", [32, 35, 38]],
  ["admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy", [34, 37, 40]],
  ["admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicyBinding", [34, 37, 40]],
  ["certificates.k8s.io/v1alpha1 ClusterTrustBundle", [26, 34, 37]],
  ["certificates.k8s.io/v1alpha1 PodCertificateRequest", [34, 37, 40]],
  ["certificates.k8s.io/v1beta1 ClusterTrustBundle", [33, 36, 39]],
  ["coordination.k8s.io/v1alpha2 LeaseCandidate", [32, 35, 38]],
  ["coordination.k8s.io/v1beta1 LeaseCandidate", [33, 36, 39]],
  ["networking.k8s.io/v1 IPAddress", [33]],
  ["networking.k8s.io/v1 ServiceCIDR", [33]],
  ["networking.k8s.io/v1beta1 IPAddress", [31, 34, 37]],
  ["networking.k8s.io/v1beta1 ServiceCIDR", [31, 34, 37]],
  ["resource.k8s.io/v1 DeviceClass", [34]],
  ["resource.k8s.io/v1 ResourceClaim", [34]],
  ["resource.k8s.io/v1 ResourceClaimTemplate", [34]],
  ["resource.k8s.io/v1 ResourceSlice", [34]],
  ["resource.k8s.io/v1alpha3 DeviceTaintRule", [33, 36, 39]],
  ["resource.k8s.io/v1beta1 DeviceClass", [32, 35, 38]],
  ["resource.k8s.io/v1beta1 ResourceClaim", [32, 35, 38]],
  ["resource.k8s.io/v1beta1 ResourceClaimTemplate", [32, 35, 38]],
  ["resource.k8s.io/v1beta1 ResourceSlice", [32, 35, 38]],
  ["resource.k8s.io/v1beta2 DeviceClass", [33, 36, 39]],
  ["resource.k8s.io/v1beta2 ResourceClaim", [33, 36, 39]],
  ["resource.k8s.io/v1beta2 ResourceClaimTemplate", [33, 36, 39]],
  ["resource.k8s.io/v1beta2 ResourceSlice", [33, 36, 39]],
  ["storage.k8s.io/v1 VolumeAttributesClass", [34]],
  ["storage.k8s.io/v1alpha1 VolumeAttributesClass", [29, 32, 35, "storage.k8s.io/v1 VolumeAttributesClass"]],
  ["storage.k8s.io/v1beta1 VolumeAttributesClass", [31, 34, 37, "storage.k8s.io/v1 VolumeAttributesClass"]],
  ["storagemigration.k8s.io/v1alpha1 StorageVersionMigration", [30, 33, 36]],
]);

const always: ApiLifecycle = { introduced: 0 };

/** What is known of a kind that this server can serve. */
export function lifecycleOf(gvk: GroupVersionKind): ApiLifecycle {
  const row = rows.get(`${formatGroupVersion(gvk)} ${gvk.kind}`);
  if (row === undefined) return always;
  const [introduced, deprecated, removed, replacement] = row;
  return { introduced, ...(deprecated !== undefined && { deprecated }), ...(removed !== undefined && { removed }), ...(replacement !== undefined && { replacement }) };
}

/** What requests for a kind are warned of at a release; undefined while it is not deprecated (deprecation.WarningMessage). */
export function deprecationWarning(gvk: GroupVersionKind, release: Release = binaryRelease): string | undefined {
  const { deprecated, removed, replacement } = lifecycleOf(gvk);
  if (deprecated === undefined || deprecated > release) return undefined;
  const gone = removed === undefined ? "" : `, unavailable in v1.${removed}+`;
  return `${formatGroupVersion(gvk)} ${gvk.kind} is deprecated in v1.${deprecated}+${gone}${replacement === undefined ? "" : `; use ${replacement}`}`;
}
