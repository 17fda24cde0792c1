import type { StatefulSet } from "../../api/apps/v1.ts";
import type { PersistentVolumeClaim, Pod } from "../../api/core/v1.ts";
import type { KubeObject, OwnerReference } from "../../apimachinery/meta.ts";
import { type ControllerKind, controllerRef } from "../framework/owners.ts";
import { podsResource } from "../framework/pod-control.ts";
import { isInRange, statefulSetKind } from "./stateful-pods.ts";

const podKind: ControllerKind = { apiVersion: "v1", kind: "Pod", target: podsResource };

const ownersOf = ({ metadata }: KubeObject): readonly OwnerReference[] => metadata.ownerReferences ?? [];

/** Whether a reference names an object by its kind and name, whatever its uid (matchesRef). */
const names = (reference: OwnerReference, { apiVersion, kind }: ControllerKind, { metadata }: KubeObject): boolean =>
  reference.apiVersion === apiVersion && reference.kind === kind && reference.name === metadata.name;

const isOwnedBy = (claim: KubeObject, { metadata: { uid } }: KubeObject): boolean =>
  ownersOf(claim).some((reference) => reference.uid === uid);

/** Whether a claim belongs to an earlier object of the same name, which is gone (hasStaleOwnerRef). */
function hasStaleOwner(claim: KubeObject, kind: ControllerKind, owner: KubeObject): boolean {
  const reference = ownersOf(claim).find((one) => names(one, kind, owner));
  return reference !== undefined && reference.uid !== (owner.metadata.uid ?? "");
}

const policyOf = ({ spec }: StatefulSet) => {
  const { whenDeleted = "Retain", whenScaled = "Retain" } = spec?.persistentVolumeClaimRetentionPolicy ?? {};
  return { whenDeleted, whenScaled };
};

/**
 * Whether the claim of a pod that is to be created still belongs to the last pod of this name, with which it will be
 * deleted (PodClaimIsStale).
 */
export const isStaleClaim = (set: StatefulSet, pod: Pod, claim: PersistentVolumeClaim): boolean =>
  policyOf(set).whenScaled !== "Retain" && hasStaleOwner(claim, podKind, pod);

/** Whether a claim that a policy is for has another controller than the set or the pod (hasUnexpectedController). */
export function hasUnexpectedController(set: StatefulSet, pod: Pod, claim: PersistentVolumeClaim): boolean {
  const { whenDeleted, whenScaled } = policyOf(set);
  if (whenDeleted === "Retain" && whenScaled === "Retain") return false;
  return ownersOf(claim).some((reference) => {
    if (names(reference, statefulSetKind, set)) return reference.uid !== set.metadata.uid;
    if (names(reference, podKind, pod)) return reference.uid !== pod.metadata.uid;
    return reference.controller === true;
  });
}

/** Which of the set and the pod are to own a claim by the retention policy. */
function wantedOwners(set: StatefulSet, pod: Pod): { readonly bySet: boolean; readonly byPod: boolean } {
  const { whenDeleted, whenScaled } = policyOf(set);
  const byPod = whenScaled === "Delete" && !isInRange(set, pod);
  return { bySet: whenDeleted === "Delete" && !byPod, byPod };
}

/** Whether the owners of a claim are those of the retention policy, or are not to be touched (isClaimOwnerUpToDate). */
export function isClaimUpToDate(set: StatefulSet, pod: Pod, claim: PersistentVolumeClaim): boolean {
  if (hasStaleOwner(claim, statefulSetKind, set) || hasStaleOwner(claim, podKind, pod)) return true;
  const [isOfSet, isOfPod] = [isOwnedBy(claim, set), isOwnedBy(claim, pod)];
  if (hasUnexpectedController(set, pod, claim)) return !isOfSet && !isOfPod;
  const own = ownersOf(claim).filter(({ uid }) => uid === set.metadata.uid || uid === pod.metadata.uid);
  if (own.some(({ controller }) => controller !== true)) return false;
  const { bySet, byPod } = wantedOwners(set, pod);
  return isOfSet === bySet && isOfPod === byPod;
}

/** Returns the owners that a claim gets by the retention policy (updateClaimOwnerRefForSetAndPod). */
export function claimOwners(set: StatefulSet, pod: Pod, claim: PersistentVolumeClaim): readonly OwnerReference[] {
  const others = ownersOf(claim).filter(
    (reference) => !names(reference, statefulSetKind, set) && !names(reference, podKind, pod),
  );
  if (hasUnexpectedController(set, pod, claim)) return others;
  const { bySet, byPod } = wantedOwners(set, pod);
  return [
    ...others,
    ...(byPod ? [controllerRef(podKind, pod)] : []),
    ...(bySet ? [controllerRef(statefulSetKind, set)] : []),
  ];
}
