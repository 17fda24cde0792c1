import type { JobCondition } from "../../api/batch/v1.ts";
import { parseTime } from "../../apimachinery/time.ts";
import { matchFailurePolicy, matchSuccessPolicy } from "./job-policies.ts";
import { countsAsFailed, isIndexed, type JobState, newJobCondition } from "./job-state.ts";

/**
 * Returns why a job ends, as the condition that announces it: FailureTarget or SuccessCriteriaMet; undefined while it
 * goes on (Controller.syncJob). One that is announced already stays.
 */
export function jobEnd(state: JobState, now: number): JobCondition | undefined {
  const { job } = state;
  const announced = job.status?.conditions?.find(
    ({ type, status }) => (type === "FailureTarget" || type === "SuccessCriteriaMet") && status === "True",
  );
  if (announced !== undefined) return announced;
  const failure = failureOf(state, now);
  if (failure !== undefined) return newJobCondition(now, "FailureTarget", "True", ...failure);
  const success = matchSuccessPolicy(job, state.succeededIndexes);
  return success === undefined
    ? undefined
    : newJobCondition(now, "SuccessCriteriaMet", "True", "SuccessPolicy", success);
}

function failureOf(state: JobState, now: number): [reason: string, message: string] | undefined {
  const { job, pods, failed, failedIndexes } = state;
  const spec = job.spec ?? {};
  for (const pod of pods.filter((one) => countsAsFailed(job, one))) {
    const match = matchFailurePolicy(job, pod);
    if (match?.action === "FailJob") return ["PodFailurePolicy", match.message];
  }
  if (failed > (spec.backoffLimit ?? Infinity) || restartsExceedLimit(state))
    return ["BackoffLimitExceeded", "Job has reached the specified backoff limit"];
  if ((untilDeadline(state, now) ?? 1) <= 0)
    return ["DeadlineExceeded", "Job was active longer than specified deadline"];
  if (failedIndexes === undefined || failedIndexes.size === 0) return undefined;
  if (failedIndexes.size > (spec.maxFailedIndexes ?? Infinity))
    return ["MaxFailedIndexesExceeded", "Job has exceeded the specified maximal number of failed indexes"];
  return failedIndexes.size + state.succeededIndexes.size >= (spec.completions ?? 0)
    ? ["FailedIndexes", "Job has failed indexes"]
    : undefined;
}

/** Containers that restart in their pods count against the limit too (pastBackoffLimitOnFailure). */
function restartsExceedLimit({ job, pods }: JobState): boolean {
  const limit = job.spec?.backoffLimit;
  if (job.spec?.template?.spec?.restartPolicy !== "OnFailure" || limit === undefined) return false;
  const running = pods.filter(({ status }) => status?.phase === "Running" || status?.phase === "Pending");
  const restarts = running
    .flatMap(({ status }) => [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])])
    .reduce((sum, { restartCount = 0 }) => sum + restartCount, 0);
  return limit === 0 ? restarts > 0 : restarts >= limit;
}

/** The milliseconds until the active deadline; undefined if the job has none or is suspended. */
export function untilDeadline({ job }: JobState, now: number): number | undefined {
  const { activeDeadlineSeconds, suspend } = job.spec ?? {};
  const { startTime } = job.status ?? {};
  if (activeDeadlineSeconds === undefined || startTime === undefined || suspend === true) return undefined;
  return parseTime(startTime) + activeDeadlineSeconds * 1000 - now;
}

/** Whether all that was asked for has succeeded, with so many pods still active. */
export function isDone({ job, succeeded }: JobState, active: number): boolean {
  const { completions } = job.spec ?? {};
  if (active > 0) return false;
  return completions === undefined ? succeeded > 0 : succeeded >= completions;
}

/** How many pods should be active: without completions, none is added or deleted after a success (manageJob). */
export function wantedActive(state: JobState): number {
  const { parallelism = 1, completions } = state.job.spec ?? {};
  if (completions === undefined) return state.succeeded > 0 ? state.active.length : parallelism;
  const finished = state.succeeded + (isIndexed(state.job) ? (state.failedIndexes?.size ?? 0) : 0);
  return Math.min(Math.max(0, completions - finished), parallelism);
}
