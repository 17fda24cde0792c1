import { messageOf } from "../../apimachinery/message-of.ts";
import type { ReplicaSet, ReplicaSetStatus, WorkloadCondition } from "../../api/apps/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import { controllerOf } from "../../apimachinery/controller-of.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { TallyGroup, TallyPlace } from "../../client/object-index.ts";
import { isPodReady } from "../../component-helpers/pod-state.ts";
import { isPodActive, isPodAvailable } from "../framework/pod-state.ts";

/** How many active pods an owner has. */
export interface ReplicaCounts {
  readonly all: number;
  readonly fullyLabeled: number;
  readonly ready: number;
  readonly available: number;
}

/** Active pods that count alike. */
export interface ReplicaGroup {
  readonly labels: Readonly<Record<string, string>>;
  readonly isReady: boolean;
}

/** Returns the place of a pod in the counts of its controller: pods of one template are in two groups at most. */
export function replicaPlace(pod: Pod): TallyPlace<ReplicaGroup> | undefined {
  const owner = controllerOf(pod)?.uid;
  if (owner === undefined || !isPodActive(pod)) return undefined;
  const { labels = {} } = pod.metadata;
  const isReady = isPodReady(pod);
  return { owner, name: `${isReady} ${JSON.stringify(labels)}`, group: () => ({ labels, isReady }) };
}

/** Counts groups of pods that are available as soon as they are ready. */
export function countGroups(owner: ReplicaSet, groups: Iterable<TallyGroup<ReplicaGroup>>): ReplicaCounts {
  const isFull = labelTest(owner);
  const counts = { all: 0, fullyLabeled: 0, ready: 0 };
  for (const { group, count } of groups) {
    counts.all += count;
    if (isFull(group.labels)) counts.fullyLabeled += count;
    if (group.isReady) counts.ready += count;
  }
  return { ...counts, available: counts.ready };
}

/** Counts active pods. */
export function countPods(owner: ReplicaSet, pods: readonly Pod[], now: number): ReplicaCounts {
  const { minReadySeconds = 0 } = owner.spec ?? {};
  const isFull = labelTest(owner);
  const ready = pods.filter(isPodReady);
  const available = minReadySeconds === 0 ? ready : ready.filter((pod) => isPodAvailable(pod, minReadySeconds, now));
  return {
    all: pods.length,
    fullyLabeled: pods.filter(({ metadata }) => isFull(metadata.labels ?? {})).length,
    ready: ready.length,
    available: available.length,
  };
}

/** Returns a function that says whether labels have all that the template has. */
function labelTest({ spec }: ReplicaSet): (labels: Readonly<Record<string, string>>) => boolean {
  const wanted = Object.entries(spec?.template?.metadata?.labels ?? {});
  return (labels) => wanted.every(([key, value]) => labels[key] === value);
}

/**
 * Returns the status of a ReplicaSet or ReplicationController with so many pods (replicaset.calculateStatus). `failure`
 * is why pods could not be created or deleted.
 */
export function calculateStatus(
  owner: ReplicaSet,
  counts: ReplicaCounts,
  failure: unknown,
  now: number,
): ReplicaSetStatus {
  const { replicas = 1 } = owner.spec ?? {};
  return {
    ...owner.status,
    replicas: counts.all,
    fullyLabeledReplicas: counts.fullyLabeled,
    readyReplicas: counts.ready,
    availableReplicas: counts.available,
    observedGeneration: Number(owner.metadata.generation ?? 0),
    conditions: failureConditions(owner.status?.conditions ?? [], failure, counts.all - replicas, now),
  };
}

/** A failure that is told already stays as it is; one that is over goes. */
function failureConditions(
  conditions: readonly WorkloadCondition[],
  failure: unknown,
  difference: number,
  now: number,
): readonly WorkloadCondition[] {
  const isFailure = ({ type }: WorkloadCondition): boolean => type === "ReplicaFailure";
  if (failure === undefined) return conditions.filter((condition) => !isFailure(condition));
  if (conditions.some(isFailure)) return conditions;
  const reason = difference < 0 ? "FailedCreate" : difference > 0 ? "FailedDelete" : "";
  const lastTransitionTime = formatTime(now);
  return [
    ...conditions,
    { type: "ReplicaFailure", status: "True", lastTransitionTime, reason, message: messageOf(failure) },
  ];
}

/** Whether a status says what the stored one says. */
export function isSameStatus({ status, metadata }: ReplicaSet, wanted: ReplicaSetStatus): boolean {
  const counts = (one: ReplicaSetStatus | undefined): readonly unknown[] => [
    one?.replicas ?? 0,
    one?.fullyLabeledReplicas ?? 0,
    one?.readyReplicas ?? 0,
    one?.availableReplicas ?? 0,
    one?.conditions ?? [],
  ];
  return (
    Number(metadata.generation ?? 0) === (status?.observedGeneration ?? 0) &&
    JSON.stringify(counts(status)) === JSON.stringify(counts(wanted))
  );
}
