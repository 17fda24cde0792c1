import type { Job, JobCondition, JobStatus } from "../../api/batch/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import { isNotFound } from "../../apimachinery/errors.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { Client } from "../../client/client.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import type { Expectations } from "../framework/expectations.ts";
import type { PodControl } from "../framework/pod-control.ts";
import { settleAll, slowStartBatch } from "../framework/slow-start-batch.ts";
import { equalJson } from "../framework/sorted-json.ts";
import { backoffMs, type FailureBackoff } from "./failure-backoff.ts";
import { formatIndexes } from "./indexes.ts";
import { isDone, jobEnd, untilDeadline, wantedActive } from "./job-end.ts";
import { failureCountOf, lastFailedByIndex, matchFailurePolicy } from "./job-policies.ts";
import { jobKind, podsToCreate, podsToDelete } from "./job-pods.ts";
import { finishedAt, hasCondition, isIndexed, type JobState, newJobCondition, trackingFinalizer } from "./job-state.ts";

/** Most pods that one pass creates or deletes (job.MaxPodCreateDeletePerSync). */
const mostPods = 500;

export interface JobPassOptions {
  readonly key: string;
  readonly state: JobState;
  /** Whether pods may be created and deleted: everything expected was seen, and the job is not being deleted. */
  readonly mayManage: boolean;
  readonly now: number;
  readonly signal: AbortSignal;
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly podControl: PodControl;
  readonly expectations: Expectations;
  readonly backoff: FailureBackoff;
  /** Removes the tracking finalizer of a pod. */
  readonly release: (pod: Pod) => Promise<void>;
  readonly isReleased: (pod: Pod) => boolean;
  /** Asks for another pass after so long. */
  readonly again: (ms: number) => void;
}

/**
 * One pass over a Job (Controller.syncJob). Pods that have ended are noted in the status before they lose their
 * finalizer, and counted after that: none is counted twice or lost.
 */
export class JobPass {
  readonly #options: JobPassOptions;
  #job: Job;

  constructor(options: JobPassOptions) {
    this.#options = options;
    this.#job = options.state.job;
  }

  async sync(): Promise<void> {
    const { key, state, now, backoff, again } = this.#options;
    backoff.note(key, state.newlySucceeded, state.newlyFailed);
    const status = this.#started({ ...state.job.status });
    let end = jobEnd(state, now);
    const suspension = end === undefined ? this.#suspension(status) : undefined;
    let active = state.active.length;
    let failure: unknown;
    if (end !== undefined) active -= await this.#deletePods(state.active, false);
    else if (this.#options.mayManage)
      [active, failure] = await this.#manage().catch((error: unknown) => [active, error] as const);
    if (end === undefined && suspension === undefined && isDone(state, active)) end = completionsReached(now);
    await this.#track({ ...status, active }, suspension, end);
    const deadline = untilDeadline({ ...state, job: this.#job }, now);
    if (end === undefined && deadline !== undefined) again(Math.max(0, deadline));
    if (failure !== undefined) throw failure;
  }

  #started(status: JobStatus): JobStatus {
    const isWaiting = this.#job.spec?.suspend === true || status.startTime !== undefined;
    return isWaiting ? status : { ...status, startTime: formatTime(this.#options.now) };
  }

  /** Returns the condition Suspended if it changes. */
  #suspension({ conditions = [] }: JobStatus): JobCondition | undefined {
    const isSuspended = this.#job.spec?.suspend === true;
    const before = conditions.find(({ type }) => type === "Suspended");
    if (isSuspended === (before?.status === "True")) return undefined;
    return isSuspended
      ? newJobCondition(this.#options.now, "Suspended", "True", "JobSuspended", "Job suspended")
      : newJobCondition(this.#options.now, "Suspended", "False", "JobResumed", "Job resumed");
  }

  /** Creates or deletes pods; returns how many are active then, and why some could not be made (manageJob). */
  async #manage(): Promise<readonly [active: number, failure: unknown]> {
    const { state, now } = this.#options;
    const active = state.active.length;
    if (state.job.spec?.suspend === true) return [active - (await this.#deletePods(state.active, true)), undefined];
    const wanted = wantedActive(state);
    const surplus = podsToDelete(state, wanted, now).slice(0, mostPods);
    if (surplus.length > 0) return [active - (await this.#deletePods(surplus, true)), undefined];
    const waitsForEnd = state.job.spec?.podReplacementPolicy === "Failed";
    const missing = wanted - active - (waitsForEnd ? state.terminating : 0);
    return missing > 0 ? this.#createPods(Math.min(missing, mostPods)) : [active, undefined];
  }

  async #createPods(count: number): Promise<readonly [active: number, failure: unknown]> {
    const { key, state, now, backoff, expectations, podControl, signal, again } = this.#options;
    const active = state.active.length;
    const perIndex = state.failedIndexes !== undefined;
    const wait = perIndex ? 0 : backoff.remaining(key, now);
    if (wait > 0) {
      again(wait);
      return [active, undefined];
    }
    const pods = podsToCreate(state, count).filter((pod) => !perIndex || this.#mayReplace(pod));
    if (pods.length === 0) return [active, undefined];
    expectations.expect(key, { creations: pods.length });
    const { successes, skipped, error } = await slowStartBatch(pods.length, async (i) => {
      const pod = pods[i];
      if (pod === undefined) return;
      try {
        await podControl.create(state.job, pod, signal);
      } catch (failure) {
        expectations.creationObserved(key);
        throw failure;
      }
    });
    if (skipped > 0) expectations.creationObserved(key, skipped);
    return [active + successes, error];
  }

  /** Whether the wait after the failures of an index is over. */
  #mayReplace(pod: Pod): boolean {
    const { state, now, again } = this.#options;
    const failures = failureCountOf(pod);
    if (failures === 0) return true;
    const index = Number(pod.metadata.annotations?.["batch.kubernetes.io/job-completion-index"]);
    const last = lastFailedByIndex(state.pods.filter(({ status }) => status?.phase === "Failed")).get(index);
    const wait = last === undefined ? 0 : finishedAt(last) + backoffMs(failures) - now;
    if (wait > 0) again(wait);
    return wait <= 0;
  }

  /** Deletes pods; those that are not to count lose their finalizer first. Returns how many were deleted. */
  async #deletePods(pods: readonly Pod[], uncounted: boolean): Promise<number> {
    const { key, state, expectations, podControl, release, signal } = this.#options;
    if (pods.length === 0) return 0;
    expectations.expect(key, { deletions: pods.map(({ metadata }) => metadata.uid ?? "") });
    await settleAll(
      pods.map(async (pod) => {
        try {
          if (uncounted && pod.metadata.finalizers?.includes(trackingFinalizer) === true) await release(pod);
          await podControl.delete(state.job, pod, signal);
        } catch (error) {
          expectations.deletionObserved(key, pod.metadata.uid ?? "");
          if (!isNotFound(error)) throw error;
        }
      }),
    );
    return pods.length;
  }

  /** Counts pods that have ended, and writes the status (trackJobStatusAndRemoveFinalizers). */
  async #track(
    { active = 0, ...status }: JobStatus,
    suspension: JobCondition | undefined,
    end: JobCondition | undefined,
  ): Promise<void> {
    const { state } = this.#options;
    const held = new Map(
      state.pods
        .filter((pod) => pod.metadata.finalizers?.includes(trackingFinalizer) && !this.#options.isReleased(pod))
        .map((pod) => [pod.metadata.uid ?? "", pod] as const),
    );
    const counted = countReleased(status, (uid) => !held.has(uid));
    const noted = this.#noted(counted, end);
    const [resumed, event] = this.#withSuspension(noted, suspension);
    const next: JobStatus = {
      ...withCondition(resumed, end),
      active,
      ready: end === undefined ? state.ready : 0,
      terminating: state.terminating,
    };
    const ended = [...state.newlySucceeded, ...state.newlyFailed];
    const uncounted = next.uncountedTerminatedPods ?? {};
    const uids = [...(uncounted.succeeded ?? []), ...(uncounted.failed ?? []), ...ended.map(uidOf)];
    if (uids.length > 0) {
      await this.#write(next);
      await settleAll([...new Set(uids)].flatMap((uid) => held.get(uid) ?? []).map(this.#options.release));
    }
    const all = countReleased(next, () => true);
    const isOver = end !== undefined && active === 0 && state.terminating === 0 && state.active.length === 0;
    const final = isOver ? this.#finished(all, end) : all;
    const wasWritten = await this.#write(final);
    if (event !== undefined) this.#event("Normal", event.reason, event.message);
    if (isOver && wasWritten) this.#tellEnd(end, final);
  }

  /** Adds pods that have ended to what is still to be counted. */
  #noted(status: JobStatus, end: JobCondition | undefined): JobStatus {
    const { state } = this.#options;
    const before = status.uncountedTerminatedPods ?? {};
    const failed = state.newlyFailed.filter((pod) => {
      const isLeftOver = end?.type === "SuccessCriteriaMet" && pod.status?.phase !== "Failed";
      return !isLeftOver && matchFailurePolicy(state.job, pod)?.action !== "Ignore";
    });
    const succeeded = isIndexed(state.job) ? [] : state.newlySucceeded;
    const completedIndexes = formatIndexes(state.succeededIndexes);
    return {
      ...status,
      ...(isIndexed(state.job) && { completedIndexes, succeeded: state.succeededIndexes.size }),
      ...(state.failedIndexes && { failedIndexes: formatIndexes(state.failedIndexes) }),
      uncountedTerminatedPods: {
        succeeded: [...(before.succeeded ?? []), ...succeeded.map(uidOf)],
        failed: [...(before.failed ?? []), ...failed.map(uidOf)],
      },
    };
  }

  #withSuspension(
    status: JobStatus,
    condition: JobCondition | undefined,
  ): readonly [JobStatus, { readonly reason: string; readonly message: string } | undefined] {
    if (condition === undefined) return [status, undefined];
    const { startTime: _start, ...rest } = withCondition(status, condition);
    if (condition.status === "True") return [rest, { reason: "Suspended", message: "Job suspended" }];
    const startTime = formatTime(this.#options.now);
    return [
      { ...rest, startTime },
      { reason: "Resumed", message: "Job resumed" },
    ];
  }

  /** Adds the last condition, which says that all pods have ended. */
  #finished(status: JobStatus, { type, reason = "", message = "" }: JobCondition): JobStatus {
    const { now } = this.#options;
    if (type === "FailureTarget") return withCondition(status, newJobCondition(now, "Failed", "True", reason, message));
    const complete = newJobCondition(now, "Complete", "True", reason, message);
    return { ...withCondition(status, complete), completionTime: formatTime(now) };
  }

  #tellEnd({ type, reason = "", message = "" }: JobCondition, { succeeded = 0 }: JobStatus): void {
    if (type === "FailureTarget") return this.#event("Warning", reason, message);
    if (succeeded > (this.#job.spec?.completions ?? Infinity))
      this.#event("Warning", "TooManySucceededPods", "Too many succeeded pods running after completion count reached");
    this.#event("Normal", "Completed", "Job completed");
  }

  #event(type: "Normal" | "Warning", reason: string, message: string): void {
    this.#options.recorder.event(jobKind, this.#job, type, reason, message);
  }

  /** Writes a status that differs. Returns whether it did. */
  async #write(status: JobStatus): Promise<boolean> {
    if (equalJson(presentOf(status), presentOf(this.#job.status ?? {}))) return false;
    const { client, signal } = this.#options;
    const target = { ...jobKind.target, namespace: this.#job.metadata.namespace ?? "" };
    this.#job = await client.update<Job>(target, { ...this.#job, status }, "status", signal);
    return true;
  }
}

const uidOf = ({ metadata }: Pod): string => metadata.uid ?? "";

const completionsReached = (now: number): JobCondition =>
  newJobCondition(now, "SuccessCriteriaMet", "True", "CompletionsReached", "Reached expected number of succeeded pods");

/** Moves noted pods that have lost their finalizer to the counts. */
function countReleased(status: JobStatus, isReleased: (uid: string) => boolean): JobStatus {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const left = {
    succeeded: succeeded.filter((uid) => !isReleased(uid)),
    failed: failed.filter((uid) => !isReleased(uid)),
  };
  return {
    ...status,
    succeeded: (status.succeeded ?? 0) + succeeded.length - left.succeeded.length,
    failed: (status.failed ?? 0) + failed.length - left.failed.length,
    uncountedTerminatedPods: left,
  };
}

/** Sets a condition; one that says the same stays as it is. */
function withCondition(status: JobStatus, condition: JobCondition | undefined): JobStatus {
  if (condition === undefined || (condition.status === "True" && hasCondition(status, condition.type))) return status;
  const others = (status.conditions ?? []).filter(({ type }) => type !== condition.type);
  return { ...status, conditions: [...others, condition] };
}

/** A status without what is empty or 0, which upstream does not print either. `ready` and `terminating` are printed. */
const presentOf = ({ uncountedTerminatedPods: pods, ...status }: JobStatus): unknown => ({
  ...Object.fromEntries(Object.entries(status).filter(([name, v]) => printed.has(name) || (v !== 0 && v !== ""))),
  conditions: status.conditions ?? [],
  pods: [pods?.succeeded ?? [], pods?.failed ?? [], pods === undefined],
});

const printed: ReadonlySet<string> = new Set(["ready", "terminating"]);
