import type { SchedulablePod } from "../../../api/core/scheduling.ts";
import type { DeviceRequest, ResourceClaim } from "../../../api/resource/v1.ts";
import { matchesNodeSelector } from "../../../component-helpers/node-affinity.ts";
import {
  canBeReserved,
  claimNotForPod,
  isReservedForPod,
  meantClaim,
} from "../../../component-helpers/resource-claims.ts";
import { type FilterPlugin, type ResourceLister, unresolvable } from "../../framework/scheduling/framework.ts";

/**
 * Returns the claims of a pod, or why one cannot be used: then the pod is not even looked at (plugins/dynamicresources
 * foreachPodResourceClaim, PreEnqueue).
 */
export function resourceClaimsOf(pod: SchedulablePod, resources: ResourceLister): readonly ResourceClaim[] | string {
  const { namespace = "", name = "" } = pod.metadata;
  const claims: ResourceClaim[] = [];
  for (const entry of pod.spec?.resourceClaims ?? []) {
    const meant = meantClaim(pod, entry);
    if (meant.kind === "none") continue;
    if (meant.kind === "pending") return `pod "${namespace}/${name}": ResourceClaim not created yet`;
    const claim = resources.claim(namespace, meant.name);
    if (claim === undefined) return `resourceclaim.resource.k8s.io "${meant.name}" not found`;
    if (claim.metadata.deletionTimestamp !== undefined) return `resourceclaim "${meant.name}" is being deleted`;
    const foreign = meant.mustBeOwned ? claimNotForPod(pod, claim) : undefined;
    if (foreign !== undefined) return foreign;
    claims.push(claim);
  }
  return claims;
}

/** Returns the first class that a claim names and that is not there, with the request that names it. */
function missingClass({ spec }: ResourceClaim, resources: ResourceLister): string | undefined {
  const named = ({ name, exactly, firstAvailable = [] }: DeviceRequest) => [
    ...(exactly === undefined ? [] : [{ request: name, deviceClass: exactly.deviceClassName ?? "" }]),
    ...firstAvailable.map((one) => ({
      request: `${name}/${one.name ?? ""}`,
      deviceClass: one.deviceClassName ?? "",
    })),
  ];
  const missing = (spec?.devices?.requests ?? [])
    .flatMap(named)
    .find(({ deviceClass }) => !resources.hasDeviceClass(deviceClass));
  return missing && `request ${missing.request}: device class ${missing.deviceClass} does not exist`;
}

/** Returns why claims keep a pod from all nodes (plugins/dynamicresources PreFilter). */
export function claimsProblem(
  pod: SchedulablePod,
  claims: readonly ResourceClaim[] | string,
  resources: ResourceLister,
): string | undefined {
  if (typeof claims === "string") return claims;
  for (const claim of claims) {
    const isAllocated = claim.status?.allocation !== undefined;
    if (isAllocated && !canBeReserved(claim) && !isReservedForPod(pod, claim)) return "resourceclaim in use";
    const missing = isAllocated ? undefined : missingClass(claim, resources);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/**
 * plugins/dynamicresources, the filter: a claim that is allocated binds the pod to the nodes of its devices. There are
 * no drivers here, so nothing is allocated.
 */
export const dynamicResources: FilterPlugin = {
  name: "DynamicResources",
  prepare({ pod }, { resources }) {
    const claims = resourceClaimsOf(pod, resources);
    if (typeof claims === "string" || claims.length === 0) return undefined;
    const allocations = claims.map(({ status }) => status?.allocation);
    return ({ node }) => {
      const isElsewhere = allocations.some(
        (one) => one?.nodeSelector !== undefined && !matchesNodeSelector(one.nodeSelector, node),
      );
      if (isElsewhere) return unresolvable("resourceclaim not available on the node");
      return allocations.includes(undefined) ? unresolvable("cannot allocate all claims") : undefined;
    };
  },
};
