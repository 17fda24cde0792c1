import { greatestOf } from "../../apimachinery/long-lists.ts";
import type { ContainerStatus, Pod } from "../../api/core/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import { isPodFinished, isPodReady, podCondition } from "../../component-helpers/pod-state.ts";

/**
 * Returns a condition of a pod as of now, about the generation of the pod that was seen
 * (podutil.CalculatePodConditionObservedGeneration).
 */
export const newPodCondition = <T extends object>(
  { metadata: { generation } }: KubeObject,
  condition: T,
  now: number,
) => ({
  ...condition,
  ...(generation !== undefined && { observedGeneration: generation }),
  lastTransitionTime: formatTime(now),
});

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

/** The most restarts of a container, and of a sidecar (maxContainerRestarts). */
function restartsOf({ spec, status }: Pod): { readonly regular: number; readonly sidecar: number } {
  const most = (statuses: readonly ContainerStatus[]): number =>
    greatestOf(
      statuses.map(({ restartCount = 0 }) => restartCount),
      0,
    );
  const isSidecar = ({ name }: ContainerStatus): boolean =>
    spec?.initContainers?.find((container) => container.name === name)?.restartPolicy === "Always";
  return {
    regular: most(status?.containerStatuses ?? []),
    sidecar: most((status?.initContainerStatuses ?? []).filter(isSidecar)),
  };
}

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

/**
 * The base-2 logarithm of an age in nanoseconds, rounded down: pods whose ages are of the same magnitude count as
 * equally old, and their uids decide (logarithmicRankDiff).
 */
const ageRank = (since: number, now: number): number => Math.floor(Math.log2(Math.max(1, (now - since) * 1e6)));

/**
 * Sorts pods that are deleted first to the front (controller.ActivePodsWithRanks). `rankOf` says how many pods of the
 * same owner are on the pod's node.
 */
export function sortForDeletion(pods: readonly Pod[], now: number, rankOf: (pod: Pod) => number): readonly Pod[] {
  const compare = (a: Pod, b: Pod): number => {
    const isAssigned = ({ spec }: Pod): number => ((spec?.nodeName ?? "") === "" ? 0 : 1);
    const [readyA, readyB] = [readySince(a), readySince(b)];
    const [restartsA, restartsB] = [restartsOf(a), restartsOf(b)];
    const byUid = (a.metadata.uid ?? "") < (b.metadata.uid ?? "") ? -1 : 1;
    const byAge = (sinceA: number, sinceB: number): number =>
      sinceA === sinceB ? 0 : ageRank(sinceA, now) - ageRank(sinceB, now) || byUid;
    return (
      isAssigned(a) - isAssigned(b) ||
      phaseRank(a) - phaseRank(b) ||
      Number(isPodReady(a)) - Number(isPodReady(b)) ||
      deletionCost(a) - deletionCost(b) ||
      rankOf(b) - rankOf(a) ||
      (readyA !== undefined && readyB !== undefined ? byAge(readyA, readyB) : 0) ||
      restartsB.regular - restartsA.regular ||
      restartsB.sidecar - restartsA.sidecar ||
      byAge(createdAt(a), createdAt(b)) ||
      byUid
    );
  };
  return pods.toSorted(compare);
}

export const createdAt = ({ metadata }: Pick<Pod, "metadata">): number =>
  metadata.creationTimestamp === undefined ? 0 : parseTime(metadata.creationTimestamp);
