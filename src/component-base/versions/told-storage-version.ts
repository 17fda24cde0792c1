import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import { lifecycleOf } from "./api-lifecycle.ts";
import { minimumCompatibility, type Release } from "./release.ts";

const network = ["v1", "v1beta1"];
const devices = ["v1beta2", "v1", "v1beta1"];

/**
 * The candidate storage versions of a kind by the priority of its group (scheme.SetVersionPriority), for kinds whose
 * storage version depends on the release.
 */
const candidates = new Map<string, readonly string[]>([
  ["networking.k8s.io/IPAddress", network],
  ["networking.k8s.io/ServiceCIDR", network],
  ["resource.k8s.io/DeviceClass", devices],
  ["resource.k8s.io/ResourceClaim", devices],
  ["resource.k8s.io/ResourceClaimTemplate", devices],
  ["resource.k8s.io/ResourceSlice", devices],
  ["apiextensions.k8s.io/CustomResourceDefinition", ["v1beta1"]],
]);

/**
 * Returns the storage version that a server emulating a release reports for a kind: the first one known to the oldest
 * release that it must stay compatible with (storage.emulatedStorageVersion). Undefined if that is the version that it
 * stores anyway.
 */
export function toldStorageVersion({ group, kind }: GroupVersionKind, release: Release): string | undefined {
  const versions = candidates.get(`${group}/${kind}`);
  if (versions === undefined) return undefined;
  const oldest = minimumCompatibility(release);
  return versions.find((version) => lifecycleOf({ group, version, kind }).introduced <= oldest) ?? versions[0];
}
