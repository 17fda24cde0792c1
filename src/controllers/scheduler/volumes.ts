import type { Node, PersistentVolume, PersistentVolumeClaimForPod, SchedulablePod } from "../../api/core/scheduling.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { matchesNodeSelector } from "../../component-helpers/node-affinity.ts";
import { notForPod, podClaimNames, podClaims } from "../../component-helpers/storage/pod-claims.ts";
import {
  type FilterPlugin,
  type Rejection,
  unresolvable,
  unschedulable,
  type VolumeLister,
} from "../framework/scheduling/framework.ts";

export const selectedNodeAnnotation = "volume.kubernetes.io/selected-node";
const boundAnnotation = "pv.kubernetes.io/bind-completed";
const noProvisioner = "kubernetes.io/no-provisioner";

/** The claims that a pod uses, by what is to be done about them. */
export interface PodClaims {
  readonly bound: readonly PersistentVolumeClaimForPod[];
  /** Claims that are bound once a node is chosen. */
  readonly delayed: readonly PersistentVolumeClaimForPod[];
}

const isBound = ({ spec, metadata }: PersistentVolumeClaimForPod): boolean =>
  (spec?.volumeName ?? "") !== "" && metadata.annotations?.[boundAnnotation] !== undefined;

/** Returns the claims of a pod, or why no node can take it (VolumeBinding PreFilter). */
export function claimsOf(pod: SchedulablePod, volumes: VolumeLister): PodClaims | string {
  const bound: PersistentVolumeClaimForPod[] = [];
  const delayed: PersistentVolumeClaimForPod[] = [];
  for (const { name, ephemeral } of podClaims(pod)) {
    const claim = volumes.claim(pod.metadata.namespace ?? "", name);
    const quoted = JSON.stringify(name);
    if (claim === undefined)
      return ephemeral
        ? `waiting for ephemeral volume controller to create the persistentvolumeclaim ${quoted}`
        : `persistentvolumeclaim ${quoted} not found`;
    const foreign = ephemeral ? notForPod(pod, claim) : undefined;
    if (foreign !== undefined) return foreign;
    const volumeName = claim.spec?.volumeName ?? "";
    if (claim.status?.phase === "Lost")
      return `persistentvolumeclaim ${quoted} bound to non-existent persistentvolume ${JSON.stringify(volumeName)}`;
    if (claim.metadata.deletionTimestamp !== undefined) return `persistentvolumeclaim ${quoted} is being deleted`;
    if (isBound(claim)) bound.push(claim);
    else if (isDelayed(claim, volumes) && volumeName === "") delayed.push(claim);
    else return "pod has unbound immediate PersistentVolumeClaims";
  }
  return { bound, delayed };
}

const isDelayed = ({ spec }: PersistentVolumeClaimForPod, volumes: VolumeLister): boolean =>
  volumes.storageClass(spec?.storageClassName ?? "")?.volumeBindingMode === "WaitForFirstConsumer";

/** Reports whether a volume could be bound to a claim on a node (volume.FindMatchingVolume). */
function isAvailable(volume: PersistentVolume, claim: PersistentVolumeClaimForPod, node: Node): boolean {
  const { claimRef, capacity, accessModes = [], storageClassName = "", volumeMode = "Filesystem" } = volume.spec ?? {};
  const { spec = {} } = claim;
  const isForClaim = claimRef?.name === claim.metadata.name && claimRef?.namespace === claim.metadata.namespace;
  if (claimRef !== undefined && !isForClaim) return false;
  if (volume.metadata.deletionTimestamp !== undefined || volume.status?.phase !== "Available") return isForClaim;
  if (storageClassName !== (spec.storageClassName ?? "") || volumeMode !== (spec.volumeMode ?? "Filesystem"))
    return false;
  if (!(spec.accessModes ?? []).every((mode) => accessModes.includes(mode))) return false;
  if (spec.selector !== undefined && !labelSelectorAsSelector(spec.selector).matches(volume.metadata.labels ?? {}))
    return false;
  const wanted = parseQuantity(spec.resources?.requests?.["storage"] ?? "0");
  return parseQuantity(capacity?.["storage"] ?? "0").compare(wanted) >= 0 && isReachable(volume, node);
}

const isReachable = ({ spec }: PersistentVolume, node: Node): boolean =>
  spec?.nodeAffinity?.required === undefined || matchesNodeSelector(spec.nodeAffinity.required, node);

/** Returns the smallest volume that a claim can be bound to on a node. */
export function findVolume(
  claim: PersistentVolumeClaimForPod,
  node: Node,
  volumes: VolumeLister,
  taken: ReadonlySet<string>,
): PersistentVolume | undefined {
  const size = ({ spec }: PersistentVolume) => parseQuantity(spec?.capacity?.["storage"] ?? "0");
  return [...volumes.volumes()]
    .filter((volume) => !taken.has(volume.metadata.name ?? "") && isAvailable(volume, claim, node))
    .sort((a, b) => size(a).compare(size(b)) || ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1))[0];
}

/** Reports whether a volume can be made for a claim on a node. */
function canProvision({ spec }: PersistentVolumeClaimForPod, node: Node, volumes: VolumeLister): boolean {
  const { provisioner = "", allowedTopologies = [] } = volumes.storageClass(spec?.storageClassName ?? "") ?? {};
  if (provisioner === "" || provisioner === noProvisioner) return false;
  return (
    allowedTopologies.length === 0 ||
    allowedTopologies.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.every(({ key, values }) => values.includes(node.metadata.labels?.[key] ?? "")),
    )
  );
}

/** What is to be done about a claim on a chosen node. */
export type ClaimPlan =
  | { readonly kind: "bind"; readonly claim: PersistentVolumeClaimForPod; readonly volume: PersistentVolume }
  | { readonly kind: "provision"; readonly claim: PersistentVolumeClaimForPod };

/** Plans how delayed claims are bound on a node; undefined if one cannot be. */
export function planClaims(
  delayed: readonly PersistentVolumeClaimForPod[],
  node: Node,
  volumes: VolumeLister,
): readonly ClaimPlan[] | undefined {
  const taken = new Set<string>();
  const plans: ClaimPlan[] = [];
  for (const claim of delayed) {
    const selected = claim.metadata.annotations?.[selectedNodeAnnotation] ?? "";
    if (selected !== "" && selected !== node.metadata.name) return undefined;
    const volume = selected === "" ? findVolume(claim, node, volumes, taken) : undefined;
    if (volume !== undefined) {
      taken.add(volume.metadata.name ?? "");
      plans.push({ kind: "bind", claim, volume });
    } else if (canProvision(claim, node, volumes)) plans.push({ kind: "provision", claim });
    else return undefined;
  }
  return plans;
}

/** Decides about the claims of a pod that are bound to volumes already. */
function rejectBound({ bound }: PodClaims, node: Node, volumes: VolumeLister): Rejection | undefined {
  const reasons = new Set<string>();
  for (const claim of bound) {
    const volume = volumes.volume(claim.spec?.volumeName ?? "");
    if (volume === undefined) reasons.add("node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
    else if (!isReachable(volume, node)) reasons.add("node(s) had volume node affinity conflict");
  }
  return reasons.size === 0 ? undefined : unresolvable(...reasons);
}

/** plugins/volumebinding, the filter. Claims that reject the pod on every node are found before (claimsOf). */
export const volumeBinding: FilterPlugin = {
  name: "VolumeBinding",
  prepare({ pod }, { volumes }) {
    const claims = claimsOf(pod, volumes);
    if (typeof claims === "string" || claims.bound.length + claims.delayed.length === 0) return undefined;
    return ({ node }) =>
      rejectBound(claims, node, volumes) ??
      (planClaims(claims.delayed, node, volumes) === undefined
        ? unresolvable("node(s) didn't find available persistent volumes to bind")
        : undefined);
  },
};

/** plugins/volumerestrictions: a claim for one pod is not given to another. */
export const volumeRestrictions: FilterPlugin = {
  name: "VolumeRestrictions",
  prepare({ pod, key }, { volumes, nodes }) {
    const namespace = pod.metadata.namespace ?? "";
    const exclusive = podClaimNames(pod).filter(
      (name) => volumes.claim(namespace, name)?.spec?.accessModes?.includes("ReadWriteOncePod") === true,
    );
    if (exclusive.length === 0) return undefined;
    const isUsed = nodes.some(({ pods }) =>
      [...pods.values()].some(
        (other) =>
          other.key !== key &&
          other.pod.metadata.namespace === namespace &&
          podClaimNames(other.pod).some((name) => exclusive.includes(name)),
      ),
    );
    return () =>
      isUsed
        ? unschedulable("node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode")
        : undefined;
  },
};
