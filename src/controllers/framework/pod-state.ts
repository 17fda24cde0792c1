import type { Pod } from "../../api/core/v1.ts";
import { parseTime } from "../../apimachinery/time.ts";

/** The fields of a core/v1 PodCondition that controllers read. */
export interface PodCondition {
  readonly type: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

/** Returns a condition of a pod. */
export const podCondition = ({ status }: Pod, type: string): PodCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

export const isPodReady = (pod: Pod): boolean => podCondition(pod, "Ready")?.status === "True";

export const isPodFinished = ({ status }: Pod): boolean => status?.phase === "Succeeded" || status?.phase === "Failed";

/** Whether a pod neither has ended nor is being deleted (controller.IsPodActive). */
export const isPodActive = (pod: Pod): boolean => !isPodFinished(pod) && pod.metadata.deletionTimestamp === undefined;

/** Whether a pod is being deleted and has not ended (controller.IsPodTerminating). */
export const isPodTerminating = (pod: Pod): boolean =>
  !isPodFinished(pod) && pod.metadata.deletionTimestamp !== undefined;

/** The milliseconds until a ready pod is available, 0 if it is; undefined if not ready (podutil.IsPodAvailable). */
export function untilAvailable(pod: Pod, minReadySeconds: number, now: number): number | undefined {
  const ready = podCondition(pod, "Ready");
  if (ready?.status !== "True") return undefined;
  if (minReadySeconds === 0) return 0;
  if (ready.lastTransitionTime === undefined) return undefined;
  return Math.max(0, parseTime(ready.lastTransitionTime) + minReadySeconds * 1000 - now);
}

export const isPodAvailable = (pod: Pod, minReadySeconds: number, now: number): boolean =>
  untilAvailable(pod, minReadySeconds, now) === 0;

const restartsOf = (pod: Pod): number =>
  Math.max(0, ...(pod.status?.containerStatuses ?? []).map(({ restartCount = 0 }) => restartCount));

/** Milliseconds since when a pod is ready; undefined if it is not. */
const readySince = (pod: Pod): number | undefined => {
  const ready = podCondition(pod, "Ready");
  return ready?.status === "True" && ready.lastTransitionTime !== undefined
    ? parseTime(ready.lastTransitionTime)
    : undefined;
};

const phaseRank = ({ status }: Pod): number => (status?.phase === "Running" ? 2 : status?.phase === "Unknown" ? 1 : 0);
const deletionCost = ({ metadata }: Pod): number => {
  const text = metadata.annotations?.["controller.kubernetes.io/pod-deletion-cost"] ?? "";
  return /^(0|[+-]?[1-9]\d*)$/.test(text) ? Number(text) : 0;
};

/** Sorts newer times first by the power of two that their age is of, so that old pods count as equally old. */
const ageRank = (since: number, now: number): number => Math.floor(Math.log2(Math.max(1, (now - since) * 1e6)));

/**
 * Sorts pods that are deleted first to the front (controller.ActivePodsWithRanks). `rankOf` says how many pods of the
 * same owner are on the pod's node.
 */
export function sortForDeletion(pods: readonly Pod[], now: number, rankOf: (pod: Pod) => number): readonly Pod[] {
  const compare = (a: Pod, b: Pod): number => {
    const isAssigned = ({ spec }: Pod): number => ((spec?.nodeName ?? "") === "" ? 0 : 1);
    const [readyA, readyB] = [readySince(a), readySince(b)];
    return (
      isAssigned(a) - isAssigned(b) ||
      phaseRank(a) - phaseRank(b) ||
      Number(isPodReady(a)) - Number(isPodReady(b)) ||
      deletionCost(a) - deletionCost(b) ||
      rankOf(b) - rankOf(a) ||
      (readyA !== undefined && readyB !== undefined ? ageRank(readyA, now) - ageRank(readyB, now) : 0) ||
      restartsOf(b) - restartsOf(a) ||
      ageRank(createdAt(a), now) - ageRank(createdAt(b), now) ||
      ((a.metadata.uid ?? "") < (b.metadata.uid ?? "") ? -1 : 1)
    );
  };
  return pods.toSorted(compare);
}

export const createdAt = ({ metadata }: Pick<Pod, "metadata">): number =>
  metadata.creationTimestamp === undefined ? 0 : parseTime(metadata.creationTimestamp);
