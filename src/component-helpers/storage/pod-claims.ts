import type { Volume } from "../../api/core/v1.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** A claim that a pod uses. */
interface PodClaim {
  readonly name: string;
  /** Whether it is made for a volume of the pod. */
  readonly ephemeral: boolean;
}

interface PodWithVolumes extends KubeObject {
  readonly spec?: { readonly volumes?: readonly Volume[] };
}

/** Returns the claims that a pod names, and those that are made for its ephemeral volumes, in the order of volumes. */
export const podClaims = (pod: PodWithVolumes): readonly PodClaim[] =>
  (pod.spec?.volumes ?? []).flatMap((volume): readonly PodClaim[] => {
    const claim = volume["persistentVolumeClaim"];
    if (isRecord(claim)) return [{ name: String(claim["claimName"]), ephemeral: false }];
    return volume["ephemeral"] === undefined ? [] : [{ name: ephemeralClaimName(pod, volume), ephemeral: true }];
  });

export const podClaimNames = (pod: PodWithVolumes): readonly string[] => podClaims(pod).map(({ name }) => name);

/** Returns the name of the claim that is made for an ephemeral volume (component-helpers ephemeral.VolumeClaimName). */
export const ephemeralClaimName = ({ metadata }: KubeObject, { name }: Volume): string =>
  `${metadata.name ?? ""}-${name}`;

/**
 * Returns why a claim is not the one that was made for a pod; undefined if it is (component-helpers
 * ephemeral.VolumeIsForPod).
 */
export function notForPod(pod: KubeObject, claim: KubeObject): string | undefined {
  const isOwner = claim.metadata.ownerReferences?.some(
    ({ uid, controller }) => controller === true && uid === pod.metadata.uid,
  );
  const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ""}/${metadata.name ?? ""}`;
  return isOwner === true ? undefined : `PVC ${keyOf(claim)} was not created for pod ${keyOf(pod)} (pod is not owner)`;
}
