import { greatestOf } from "../../apimachinery/long-lists.ts";
import type { Job, JobCondition, JobStatus } from "../../api/batch/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import { createdAt, isPodActive } from "../framework/pod-state.ts";
import { indexOf, parseIndexes } from "./indexes.ts";
import { allFailuresOf, isIndexFailed, matchFailurePolicy } from "./job-policies.ts";

export const trackingFinalizer = "batch.kubernetes.io/job-tracking";

export const hasCondition = ({ conditions = [] }: JobStatus, type: string): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === "True");

/** Whether a job is complete or has failed (util.IsJobFinished). */
export const isJobFinished = ({ status = {} }: Job): boolean =>
  hasCondition(status, "Complete") || hasCondition(status, "Failed");

export const isIndexed = ({ spec }: Job): boolean => spec?.completionMode === "Indexed";

export const newJobCondition = (
  now: number,
  type: string,
  status: string,
  reason: string,
  message: string,
): JobCondition => ({
  type,
  status,
  lastProbeTime: formatTime(now),
  lastTransitionTime: formatTime(now),
  reason,
  message,
});

/** What a pass knows about the pods of a job. */
export interface JobState {
  readonly job: Job;
  readonly pods: readonly Pod[];
  readonly active: readonly Pod[];
  readonly ready: number;
  readonly terminating: number;
  /** Pods that have ended and are not counted yet. */
  readonly newlySucceeded: readonly Pod[];
  readonly newlyFailed: readonly Pod[];
  /** All that have succeeded and failed, counted or not; of an indexed job, the number of its indexes. */
  readonly succeeded: number;
  readonly failed: number;
  readonly succeededIndexes: ReadonlySet<number>;
  /** Undefined unless indexes fail on their own. */
  readonly failedIndexes: ReadonlySet<number> | undefined;
  /**
   * The failed pods by index that keep their finalizer until they are replaced, since they tell how often the index has
   * failed (podsWithDelayedDeletionPerIndex); none unless indexes fail on their own.
   */
  readonly delayed: ReadonlyMap<number, Pod>;
}

const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") === true;

/** Whether a pod counts as failed: one that is being deleted does, unless only failed pods are replaced. */
export const countsAsFailed = ({ spec }: Job, { metadata, status }: Pod): boolean =>
  status?.phase === "Failed" ||
  (metadata.deletionTimestamp !== undefined &&
    status?.phase !== "Succeeded" &&
    spec?.podReplacementPolicy !== "Failed");

/** Looks at the pods of a job. `isReleased` tells of pods whose finalizer is removed though they still show it. */
export function jobStateOf(job: Job, pods: readonly Pod[], isReleased: (pod: Pod) => boolean): JobState {
  const status = job.status ?? {};
  const uncounted = status.uncountedTerminatedPods ?? {};
  const noted = new Set([...(uncounted.succeeded ?? []), ...(uncounted.failed ?? [])]);
  const isHeld = (pod: Pod): boolean =>
    pod.metadata.finalizers?.includes(trackingFinalizer) === true && !isReleased(pod) && hasValidIndex(job, pod);
  const isNew = (pod: Pod): boolean => isHeld(pod) && !noted.has(pod.metadata.uid ?? "");
  const newlySucceeded = pods.filter((pod) => pod.status?.phase === "Succeeded" && isNew(pod));
  const newlyFailed = pods.filter((pod) => countsAsFailed(job, pod) && isNew(pod));
  const active = pods.filter(isPodActive);
  const completions = job.spec?.completions ?? 0;
  const succeededIndexes = new Set(parseIndexes(status.completedIndexes, completions));
  for (const pod of isIndexed(job) ? newlySucceeded : []) {
    const index = indexOf(pod);
    if (index !== undefined && index < completions) succeededIndexes.add(index);
  }
  const failedIndexes = failedIndexesOf(job, newlyFailed, completions);
  return {
    job,
    pods,
    active,
    ready: active.filter(isReady).length,
    terminating: pods.filter(
      (pod) =>
        pod.metadata.deletionTimestamp !== undefined && !["Succeeded", "Failed"].includes(pod.status?.phase ?? ""),
    ).length,
    newlySucceeded,
    newlyFailed,
    succeeded: isIndexed(job)
      ? succeededIndexes.size
      : (status.succeeded ?? 0) + newlySucceeded.length + (uncounted.succeeded?.length ?? 0),
    failed:
      (status.failed ?? 0) +
      newlyFailed.filter((pod) => matchFailurePolicy(job, pod)?.action !== "Ignore").length +
      (uncounted.failed?.length ?? 0),
    succeededIndexes,
    failedIndexes,
    delayed:
      failedIndexes === undefined
        ? new Map()
        : delayedPods(
            pods.filter((pod) => isHeld(pod) && countsAsFailed(job, pod)),
            new Set([...active.flatMap((pod) => indexOf(pod) ?? []), ...succeededIndexes, ...failedIndexes]),
          ),
  };
}

/** Whether a pod has an index that the job has; pods of jobs without indexes need none. */
export function hasValidIndex(job: Job, pod: Pod): boolean {
  return !isIndexed(job) || (indexOf(pod) ?? Infinity) < (job.spec?.completions ?? 0);
}

/** Returns the last failed pod of each index that is neither active nor over. */
function delayedPods(failed: readonly Pod[], settled: ReadonlySet<number>): ReadonlyMap<number, Pod> {
  const last = new Map<number, Pod>();
  for (const pod of failed) {
    const index = indexOf(pod);
    if (index === undefined || settled.has(index)) continue;
    const before = last.get(index);
    const isLater =
      before === undefined || (allFailuresOf(before) <= allFailuresOf(pod) && finishedAt(before) <= finishedAt(pod));
    if (isLater) last.set(index, pod);
  }
  return last;
}

function failedIndexesOf(job: Job, newlyFailed: readonly Pod[], completions: number): ReadonlySet<number> | undefined {
  if (job.spec?.backoffLimitPerIndex === undefined) return undefined;
  const failed = parseIndexes(job.status?.failedIndexes, completions);
  for (const pod of newlyFailed) {
    const index = indexOf(pod);
    if (index !== undefined && index < completions && isIndexFailed(job, pod)) failed.add(index);
  }
  return failed;
}

/** When a pod has ended, in milliseconds (getFinishedTime). */
export function finishedAt(pod: Pod): number {
  // a time that was not written is stored as null
  const ends = (pod.status?.containerStatuses ?? []).flatMap(({ state }) => {
    const ended = state?.terminated?.finishedAt ?? "";
    return ended === "" ? [] : [parseTime(ended)];
  });
  if (ends.length > 0) return greatestOf(ends);
  const ready = pod.status?.conditions?.find(({ type, status }) => type === "Ready" && status === "False");
  if (ready?.lastTransitionTime !== undefined) return parseTime(ready.lastTransitionTime);
  const { deletionTimestamp } = pod.metadata;
  return deletionTimestamp === undefined ? createdAt(pod) : parseTime(deletionTimestamp);
}
