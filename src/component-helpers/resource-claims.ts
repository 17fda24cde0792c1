import type { PodResourceClaim } from "../api/core/v1.ts";
import type { PodWithResourceClaims, ResourceClaim } from "../api/resource/v1.ts";
import type { KubeObject } from "../apimachinery/meta.ts";

/** How many pods may use a claim at once (resource.ResourceClaimReservedForMaxSize). */
const mostConsumers = 256;

/** The claim that a pod means by one of its entries. */
type MeantClaim =
  | { readonly kind: "named"; readonly name: string; readonly mustBeOwned: boolean }
  /** The pod does without: nothing was made of the template. */
  | { readonly kind: "none" }
  /** Nothing has been made of the template yet. */
  | { readonly kind: "pending" };

/** Returns which claim an entry of a pod means (dynamic-resource-allocation resourceclaim.Name). */
export function meantClaim({ status }: PodWithResourceClaims, entry: PodResourceClaim): MeantClaim {
  if (entry.resourceClaimName !== undefined)
    return { kind: "named", name: entry.resourceClaimName, mustBeOwned: false };
  const made = status?.resourceClaimStatuses?.find(({ name }) => name === entry.name);
  if (made === undefined) return { kind: "pending" };
  const { resourceClaimName: name } = made;
  return name === undefined ? { kind: "none" } : { kind: "named", name, mustBeOwned: true };
}

const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ""}/${metadata.name ?? ""}`;

/** Returns why a claim was not made for a pod; undefined if it was (resourceclaim.IsForPod). */
export const claimNotForPod = (pod: KubeObject, claim: KubeObject): string | undefined =>
  claim.metadata.ownerReferences?.some(({ controller, uid }) => controller === true && uid === pod.metadata.uid) ===
  true
    ? undefined
    : `ResourceClaim ${keyOf(claim)} was not created for pod ${keyOf(pod)} (pod is not owner)`;

export const isReservedForPod = ({ metadata: { uid } }: KubeObject, { status }: ResourceClaim): boolean =>
  status?.reservedFor?.some((consumer) => consumer.uid === uid) === true;

export const canBeReserved = ({ status }: ResourceClaim): boolean => (status?.reservedFor ?? []).length < mostConsumers;
