import type { ReplicaSet, ReplicaSetStatus, WorkloadCondition } from "../../api/apps/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { messageOf } from "../framework/pod-control.ts";
import { isPodAvailable, isPodReady } from "../framework/pod-state.ts";

/**
 * Returns the status of a ReplicaSet or ReplicationController with these active pods (replicaset.calculateStatus).
 * `failure` is why pods could not be created or deleted.
 */
export function calculateStatus(
  owner: ReplicaSet,
  pods: readonly Pod[],
  failure: unknown,
  now: number,
): ReplicaSetStatus {
  const { replicas = 1, minReadySeconds = 0, template } = owner.spec ?? {};
  const labels = Object.entries(template?.metadata?.labels ?? {});
  const hasAllLabels = ({ metadata }: Pod): boolean => labels.every(([key, value]) => metadata.labels?.[key] === value);
  const ready = pods.filter(isPodReady);
  const available = minReadySeconds === 0 ? ready : ready.filter((pod) => isPodAvailable(pod, minReadySeconds, now));
  return {
    ...owner.status,
    replicas: pods.length,
    fullyLabeledReplicas: pods.filter(hasAllLabels).length,
    readyReplicas: ready.length,
    availableReplicas: available.length,
    observedGeneration: Number(owner.metadata.generation ?? 0),
    conditions: failureConditions(owner.status?.conditions ?? [], failure, pods.length - replicas, now),
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
