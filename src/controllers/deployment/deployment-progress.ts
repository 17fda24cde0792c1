import type { Deployment, DeploymentStatus, ReplicaSet, WorkloadCondition } from "../../api/apps/v1.ts";
import { keepTransitionTime } from "../../apimachinery/conditions.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import { availableReplicas, maxUnavailableOf, replicasOf, statusReplicas, sum } from "./replica-set-facts.ts";

/** A deadline of this many seconds never passes. */
const noDeadline = 2_147_483_647;

export const hasProgressDeadline = ({ spec }: Deployment): boolean =>
  spec?.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== noDeadline;

export const conditionOf = ({ conditions = [] }: DeploymentStatus, type: string): WorkloadCondition | undefined =>
  conditions.find((condition) => condition.type === type);

/** Returns a condition as of now. */
export const newCondition = (
  now: number,
  type: string,
  status: string,
  reason: string,
  message: string,
): WorkloadCondition => ({
  type,
  status,
  lastUpdateTime: formatTime(now),
  lastTransitionTime: formatTime(now),
  reason,
  message,
});

/** Sets a condition; one with the same status and reason stays as it is (deploymentutil.SetDeploymentCondition). */
export function withCondition(
  conditions: readonly WorkloadCondition[],
  condition: WorkloadCondition,
): readonly WorkloadCondition[] {
  const before = conditions.find(({ type }) => type === condition.type);
  if (before?.status === condition.status && before.reason === condition.reason) return conditions;
  return [...conditions.filter(({ type }) => type !== condition.type), keepTransitionTime(before, condition)];
}

/** The status of a deployment as its ReplicaSets have it, without conditions of progress (calculateStatus). */
export function calculateStatus(
  sets: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
  deployment: Deployment,
  now: number,
): DeploymentStatus {
  const available = sum(sets, availableReplicas);
  const total = sum(sets, replicasOf);
  const status = deployment.status ?? {};
  const isAvailable = available >= replicasOf(deployment) - maxUnavailableOf(deployment);
  const condition = isAvailable
    ? newCondition(now, "Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.")
    : newCondition(
        now,
        "Available",
        "False",
        "MinimumReplicasUnavailable",
        "Deployment does not have minimum availability.",
      );
  return {
    observedGeneration: Number(deployment.metadata.generation ?? 0),
    replicas: sum(sets, statusReplicas),
    updatedReplicas: newSet === undefined ? 0 : statusReplicas(newSet),
    readyReplicas: sum(sets, ({ status: { readyReplicas = 0 } = { replicas: 0 } }) => readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, total - available),
    ...(status.collisionCount !== undefined && { collisionCount: status.collisionCount }),
    conditions: withCondition(status.conditions ?? [], condition),
  };
}

export const isComplete = (deployment: Deployment, status: DeploymentStatus): boolean =>
  status.updatedReplicas === replicasOf(deployment) &&
  status.replicas === replicasOf(deployment) &&
  status.availableReplicas === replicasOf(deployment) &&
  (status.observedGeneration ?? 0) >= Number(deployment.metadata.generation ?? 0);

const oldReplicas = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas;

/** Whether more pods are updated, fewer are old, or more are ready or available than before. */
const isProgressing = ({ status: before = {} }: Deployment, status: DeploymentStatus): boolean =>
  (status.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
  oldReplicas(status) < oldReplicas(before) ||
  (status.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
  (status.availableReplicas ?? 0) > (before.availableReplicas ?? 0);

/** The milliseconds until the deadline passes; undefined where it cannot pass. */
export function untilDeadline(deployment: Deployment, status: DeploymentStatus, now: number): number | undefined {
  const condition = conditionOf(status, "Progressing");
  if (!hasProgressDeadline(deployment) || condition === undefined) return undefined;
  if (condition.reason === "NewReplicaSetAvailable") return undefined;
  const since = condition.lastUpdateTime === undefined ? 0 : parseTime(condition.lastUpdateTime);
  return since + (deployment.spec?.progressDeadlineSeconds ?? 0) * 1000 - now;
}

function hasTimedOut(deployment: Deployment, status: DeploymentStatus, now: number): boolean {
  if (conditionOf(status, "Progressing")?.reason === "ProgressDeadlineExceeded") return true;
  return (untilDeadline(deployment, status, now) ?? 1) <= 0;
}

/** Returns the conditions of progress and failure (syncRolloutStatus). */
export function progressConditions(
  deployment: Deployment,
  status: DeploymentStatus,
  { newSet, sets, now }: { readonly newSet: ReplicaSet | undefined; readonly sets: readonly ReplicaSet[]; now: number },
): readonly WorkloadCondition[] {
  const failure = replicaFailure(sets, newSet);
  let conditions = status.conditions ?? [];
  if (hasProgressDeadline(deployment)) conditions = progressOf(deployment, { ...status, conditions }, newSet, now);
  else conditions = conditions.filter(({ type }) => type !== "Progressing");
  const rest = conditions.filter(({ type }) => type !== "ReplicaFailure");
  return failure === undefined ? rest : withCondition(conditions, failure);
}

function progressOf(
  deployment: Deployment,
  status: DeploymentStatus,
  newSet: ReplicaSet | undefined,
  now: number,
): readonly WorkloadCondition[] {
  const conditions = status.conditions ?? [];
  const current = conditionOf(deployment.status ?? {}, "Progressing");
  const isDone = status.replicas === status.updatedReplicas && current?.reason === "NewReplicaSetAvailable";
  if (isDone) return conditions;
  const what = newSet === undefined ? `Deployment "${nameOf(deployment)}"` : `ReplicaSet "${nameOf(newSet)}"`;
  if (isComplete(deployment, status)) {
    const message = `${what} has successfully progressed.`;
    return withCondition(conditions, newCondition(now, "Progressing", "True", "NewReplicaSetAvailable", message));
  }
  if (isProgressing(deployment, status)) {
    const message = `${what} is progressing.`;
    const updated = newCondition(now, "Progressing", "True", "ReplicaSetUpdated", message);
    const since = current?.status === "True" ? current.lastTransitionTime : undefined;
    const others = conditions.filter(({ type }) => type !== "Progressing");
    return [...others, { ...updated, ...(since !== undefined && { lastTransitionTime: since }) }];
  }
  if (!hasTimedOut(deployment, status, now)) return conditions;
  const message = `${what} has timed out progressing.`;
  return withCondition(conditions, newCondition(now, "Progressing", "False", "ProgressDeadlineExceeded", message));
}

const nameOf = ({ metadata }: Deployment | ReplicaSet): string => metadata.name ?? "";

/**
 * Returns the failure of the new ReplicaSet, or of the first old one that has one, as a condition of a deployment
 * (deploymentutil.ReplicaSetToDeploymentCondition).
 */
function replicaFailure(sets: readonly ReplicaSet[], newSet: ReplicaSet | undefined): WorkloadCondition | undefined {
  const failureOf = (set: ReplicaSet | undefined) =>
    set?.status?.conditions?.find(({ type }) => type === "ReplicaFailure");
  const failure = failureOf(newSet) ?? sets.map(failureOf).find((one) => one !== undefined);
  const { lastTransitionTime } = failure ?? {};
  return failure && { ...failure, ...(lastTransitionTime !== undefined && { lastUpdateTime: lastTransitionTime }) };
}
