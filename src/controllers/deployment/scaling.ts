import type { Deployment, ReplicaSet } from "../../api/apps/v1.ts";
import {
  availableReplicas,
  byAge,
  desiredAnnotation,
  isRolling,
  maxAnnotation,
  maxSurgeOf,
  maxUnavailableOf,
  replicasOf,
  sum,
} from "./replica-set-facts.ts";

/** A ReplicaSet and the size that it gets. */
export interface Resize {
  readonly set: ReplicaSet;
  readonly replicas: number;
}

export const isActive = (set: ReplicaSet): boolean => replicasOf(set) > 0;

const annotatedNumber = ({ metadata }: ReplicaSet, name: string): number | undefined => {
  const text = metadata.annotations?.[name] ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
};

/** Whether the desired number changed since a ReplicaSet got its size (isScalingEvent). */
export const isScalingEvent = (deployment: Deployment, sets: readonly ReplicaSet[]): boolean =>
  sets.filter(isActive).some((set) => {
    const desired = annotatedNumber(set, desiredAnnotation);
    return desired !== undefined && desired !== replicasOf(deployment);
  });

/** The size of the new ReplicaSet, within the surge (deploymentutil.NewRSNewReplicas). */
export function newSetSize(deployment: Deployment, sets: readonly ReplicaSet[], current: number): number {
  const desired = replicasOf(deployment);
  if (!isRolling(deployment)) return desired;
  const room = desired + maxSurgeOf(deployment) - sum(sets, replicasOf);
  return room <= 0 ? current : current + Math.min(room, desired - current);
}

/** Whether all desired pods are of the new ReplicaSet and available (deploymentutil.IsSaturated). */
const isSaturated = (deployment: Deployment, set: ReplicaSet | undefined): boolean => {
  const desired = replicasOf(deployment);
  return (
    set !== undefined &&
    annotatedNumber(set, desiredAnnotation) === desired &&
    replicasOf(set) === desired &&
    availableReplicas(set) === desired
  );
};

/** The only active ReplicaSet, or the newest if none is active; undefined if several are. */
function activeOrLatest(newSet: ReplicaSet | undefined, old: readonly ReplicaSet[]): ReplicaSet | undefined {
  const active = [...old, ...(newSet === undefined ? [] : [newSet])].filter(isActive);
  if (active.length > 1) return undefined;
  return active[0] ?? newSet ?? old.toSorted(byAge).at(-1);
}

/** Returns the sizes after the desired number has changed: in proportion while a rollout is under way (scale). */
export function scaled(
  deployment: Deployment,
  newSet: ReplicaSet | undefined,
  old: readonly ReplicaSet[],
): readonly Resize[] {
  const only = activeOrLatest(newSet, old);
  const desired = replicasOf(deployment);
  if (only !== undefined) return replicasOf(only) === desired ? [] : [{ set: only, replicas: desired }];
  if (isSaturated(deployment, newSet)) return old.filter(isActive).map((set) => ({ set, replicas: 0 }));
  if (!isRolling(deployment)) return [];
  const active = [...old, ...(newSet === undefined ? [] : [newSet])].filter(isActive);
  return proportional(deployment, active);
}

function proportional(deployment: Deployment, active: readonly ReplicaSet[]): readonly Resize[] {
  const desired = replicasOf(deployment);
  const allowed = desired > 0 ? desired + maxSurgeOf(deployment) : 0;
  const toAdd = allowed - sum(active, replicasOf);
  const newestFirst = (a: ReplicaSet, b: ReplicaSet): number => (toAdd > 0 ? byAge(b, a) : byAge(a, b));
  const sorted = active.toSorted((a, b) => replicasOf(b) - replicasOf(a) || newestFirst(a, b));
  let added = 0;
  const sizes = sorted.map((set) => {
    const share = shareOf(set, deployment, toAdd, added);
    added += share;
    return { set, replicas: replicasOf(set) + share };
  });
  const leftover = toAdd - added;
  return sizes.map(({ set, replicas }, i) => ({
    set,
    replicas: i === 0 ? Math.max(0, replicas + leftover) : replicas,
  }));
}

/** The part of the change that a ReplicaSet gets (deploymentutil.GetReplicaSetProportion). */
function shareOf(set: ReplicaSet, deployment: Deployment, toAdd: number, added: number): number {
  if (!isActive(set) || toAdd === 0 || toAdd === added) return 0;
  const rest = toAdd - added;
  const size = replicasOf(set);
  const desired = replicasOf(deployment);
  if (desired === 0) return Math.max(-size, rest);
  const before = annotatedNumber(set, maxAnnotation) ?? 0;
  const max = desired + maxSurgeOf(deployment);
  const wanted = Math.round((size * max) / (before === 0 ? (deployment.status?.replicas ?? 1) : before)) - size;
  return toAdd > 0 ? Math.min(wanted, rest) : Math.max(wanted, rest);
}

/**
 * Returns how old ReplicaSets shrink in a rolling update, step by step: first the pods that are not available, then as
 * many as the minimum of available ones allows; one ReplicaSet may shrink twice (reconcileOldReplicaSets). Unlike
 * upstream, available pods beyond the size of their ReplicaSet do not count, since they are about to be deleted.
 */
export function shrunkOld(
  deployment: Deployment,
  newSet: ReplicaSet | undefined,
  old: readonly ReplicaSet[],
): readonly Resize[] {
  const all = [...old, ...(newSet === undefined ? [] : [newSet])];
  if (!old.some(isActive)) return [];
  const minAvailable = replicasOf(deployment) - maxUnavailableOf(deployment);
  const newUnavailable = newSet === undefined ? 0 : replicasOf(newSet) - availableReplicas(newSet);
  const most = sum(all, replicasOf) - minAvailable - newUnavailable;
  if (most <= 0) return [];
  const sizes = new Map(old.map((set) => [set, replicasOf(set)]));
  const sorted = old.filter(isActive).toSorted(byAge);
  const steps: Resize[] = [];
  const shrink = (limit: number, countOf: (set: ReplicaSet, size: number) => number): void => {
    let left = limit;
    for (const set of sorted) {
      const size = sizes.get(set) ?? 0;
      const count = Math.min(left, countOf(set, size));
      if (count <= 0) continue;
      sizes.set(set, size - count);
      steps.push({ set, replicas: size - count });
      left -= count;
    }
  };
  shrink(most, (set, size) => size - availableReplicas(set));
  const staying = (set: ReplicaSet): number => Math.min(availableReplicas(set), replicasOf(set));
  shrink(sum(all, staying) - minAvailable, (_set, size) => size);
  return steps;
}
