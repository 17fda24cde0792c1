import type { Job, JobCondition, JobStatus } from "../../api/batch/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import { replaceCondition } from "../../apimachinery/conditions.ts";
import { isNotFound } from "../../apimachinery/errors.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { Client } from "../../client/client.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import type { Expectations } from "../framework/expectations.ts";
import { isNamespaceTerminating, type PodControl } from "../framework/pod-control.ts";
import { isPodReady } from "../../component-helpers/pod-state.ts";
import { settleAll, slowStartBatch } from "../framework/slow-start-batch.ts";
import { equalJson } from "../framework/sorted-json.ts";
import { backoffMs, type FailureBackoff } from "./failure-backoff.ts";
import { formatIndexes, indexOf } from "./indexes.ts";
import { isDone, jobEnd, untilDeadline, wantedActive } from "./job-end.ts";
import { allFailuresOf, matchFailurePolicy } from "./job-policies.ts";
import { jobKind, podsToCreate, podsToDelete } from "./job-pods.ts";
import {
  countsAsFailed,
  finishedAt,
  hasCondition,
  hasValidIndex,
  isIndexed,
  type JobState,
  newJobCondition,
  trackingFinalizer,
} from "./job-state.ts";

/** Most pods that one pass creates or deletes (job.MaxPodCreateDeletePerSync). */
const mostPods = 500;

export interface JobPassOptions {
  readonly key: string;
  readonly state: JobState;
  /** Whether everything that was created and deleted has been seen. */
  readonly isSettled: boolean;
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

/** What came of the creation or deletion of pods. */
interface PodChanges {
  readonly created: number;
  readonly deleted: number;
  /** How many of the deleted pods were ready. */
  readonly deletedReady: number;
  readonly failure: unknown;
}

const noChanges: PodChanges = { created: 0, deleted: 0, deletedReady: 0, failure: undefined };

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
    const { key, state, now, backoff, again, isSettled } = this.#options;
    backoff.note(key, state.newlySucceeded, state.newlyFailed);
    const status = this.#started({ ...state.job.status });
    const mayManage = isSettled && state.job.metadata.deletionTimestamp === undefined;
    let end = jobEnd(state, now);
    const ends = end !== undefined;
    let changes = noChanges;
    if (ends) {
      changes = await this.#deletePods(state.active, false);
      // what is not seen or could not be deleted may still count
      if (!isSettled || changes.failure !== undefined) end = undefined;
    } else if (mayManage) {
      changes = await this.#manage().catch((failure: unknown) => ({ ...noChanges, failure }));
    }
    const active = state.active.length + changes.created - changes.deleted;
    if (!ends && isDone(state, active)) end = completionsReached(now);
    const suspension = !ends && end === undefined && mayManage ? this.#suspension(status) : undefined;
    const ready = state.ready - changes.deletedReady;
    await this.#track({ ...status, active, ready, terminating: state.terminating + changes.deleted }, suspension, end);
    const deadline = untilDeadline({ ...state, job: this.#job }, now);
    if (!ends && end === undefined && deadline !== undefined) again(Math.max(0, deadline));
    if (changes.failure !== undefined) throw changes.failure;
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

  /** Creates or deletes pods (manageJob). */
  async #manage(): Promise<PodChanges> {
    const { state, now } = this.#options;
    const active = state.active.length;
    if (state.job.spec?.suspend === true) return this.#deletePods(state.active, true);
    const wanted = wantedActive(state);
    const surplus = podsToDelete(state, wanted, now).slice(0, mostPods);
    if (surplus.length > 0) return this.#deletePods(surplus, true);
    const waitsForEnd = state.job.spec?.podReplacementPolicy === "Failed";
    const missing = wanted - active - (waitsForEnd ? state.terminating : 0);
    return missing > 0 ? this.#createPods(Math.min(missing, mostPods)) : noChanges;
  }

  async #createPods(count: number): Promise<PodChanges> {
    const { key, state, now, backoff, expectations, podControl, signal, again } = this.#options;
    const perIndex = state.failedIndexes !== undefined;
    const wait = perIndex ? 0 : backoff.remaining(key, now);
    if (wait > 0) {
      again(wait);
      return noChanges;
    }
    const pods = podsToCreate(state, count).filter((pod) => !perIndex || this.#mayReplace(pod));
    if (pods.length === 0) return noChanges;
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
    return { ...noChanges, created: successes, failure: isNamespaceTerminating(error) ? undefined : error };
  }

  /** Whether the wait after the failures of an index is over (getRemainingTimePerIndex). */
  #mayReplace(pod: Pod): boolean {
    const { state, now, again } = this.#options;
    const last = state.delayed.get(indexOf(pod) ?? -1);
    const wait = last === undefined ? 0 : finishedAt(last) + backoffMs(allFailuresOf(last) + 1) - now;
    if (wait > 0) again(wait);
    return wait <= 0;
  }

  /** Deletes pods; those that are not to count lose their finalizer first. */
  async #deletePods(pods: readonly Pod[], uncounted: boolean): Promise<PodChanges> {
    const { key, state, expectations, podControl, release, signal } = this.#options;
    if (pods.length === 0) return noChanges;
    expectations.expect(key, { deletions: pods.map(uidOf) });
    const results = await Promise.allSettled(
      pods.map(async (pod) => {
        try {
          if (uncounted && pod.metadata.finalizers?.includes(trackingFinalizer)) await release(pod);
          await podControl.delete(state.job, pod, signal);
        } catch (error) {
          expectations.deletionObserved(key, uidOf(pod));
          if (!isNotFound(error)) throw error;
        }
      }),
    );
    const gone = pods.filter((_pod, i) => results[i]?.status === "fulfilled");
    const failure: unknown = results.find((result) => result.status === "rejected")?.reason;
    return { created: 0, deleted: gone.length, deletedReady: gone.filter(isPodReady).length, failure };
  }

  /** Counts pods that have ended, and writes the status (trackJobStatusAndRemoveFinalizers). */
  async #track(status: JobStatus, suspension: JobCondition | undefined, end: JobCondition | undefined): Promise<void> {
    const held = new Map(
      this.#options.state.pods
        .filter((pod) => pod.metadata.finalizers?.includes(trackingFinalizer) && !this.#options.isReleased(pod))
        .map((pod) => [uidOf(pod), pod] as const),
    );
    const counted = countReleased(status, (uid) => !held.has(uid));
    const { noted, ended, isPartial } = this.#noted(counted, held, end);
    const [resumed, event] = this.#withSuspension(noted, suspension);
    const next = withCondition(resumed, end);
    await this.#write(next);
    if (event !== undefined) this.#event("Normal", event.reason, event.message);
    await settleAll(ended.map(this.#options.release));
    const all = countReleased(next, () => true);
    const isOver = end !== undefined && !isPartial && all.terminating === 0;
    const final = isOver ? this.#finished(all, end) : all;
    const wasWritten = await this.#write(final);
    if (isOver && wasWritten) this.#tellEnd(end, final);
  }

  /**
   * Adds pods that have ended to what is still to be counted, up to a limit; returns them with others that lose their
   * finalizer. Once a job has failed, all its pods count as failed.
   */
  #noted(status: JobStatus, held: ReadonlyMap<string, Pod>, end: JobCondition | undefined) {
    const { state } = this.#options;
    const { job } = state;
    const before = status.uncountedTerminatedPods ?? {};
    const succeeded = new Set(before.succeeded);
    const failed = new Set(before.failed);
    const delayed = new Set(state.delayed.values());
    const ended: Pod[] = [];
    let isPartial = false;
    for (const [uid, pod] of held) {
      const [hasSucceeded, hasFailed] = [pod.status?.phase === "Succeeded", countsAsFailed(job, pod)];
      const isJobOver = job.metadata.deletionTimestamp !== undefined || end !== undefined;
      if (!isJobOver && !hasSucceeded && (!hasFailed || delayed.has(pod))) continue;
      ended.push(pod);
      if (hasSucceeded && !failed.has(uid)) {
        if (!isIndexed(job)) succeeded.add(uid);
      } else if (hasFailed || end?.type === "FailureTarget") {
        if (hasValidIndex(job, pod) && matchFailurePolicy(job, pod)?.action !== "Ignore") failed.add(uid);
      }
      isPartial = succeeded.size + failed.size >= mostPods;
      if (isPartial) break;
    }
    const completedIndexes = formatIndexes(state.succeededIndexes);
    const noted: JobStatus = {
      ...status,
      ...(isIndexed(job) && { completedIndexes, succeeded: state.succeededIndexes.size }),
      ...(state.failedIndexes && { failedIndexes: formatIndexes(state.failedIndexes) }),
      uncountedTerminatedPods: { succeeded: [...succeeded], failed: [...failed] },
    };
    return { noted, ended, isPartial };
  }

  #withSuspension(
    status: JobStatus,
    condition: JobCondition | undefined,
  ): readonly [JobStatus, { readonly reason: string; readonly message: string } | undefined] {
    if (condition === undefined) return [status, undefined];
    const changed = withCondition(status, condition);
    if (condition.status === "True") return [changed, { reason: "Suspended", message: "Job suspended" }];
    const startTime = formatTime(this.#options.now);
    return [
      { ...changed, startTime },
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
  return { ...status, conditions: replaceCondition(status.conditions ?? [], condition) };
}

/** A status without what is empty or 0, which upstream does not print either. `ready` and `terminating` are printed. */
const presentOf = ({ uncountedTerminatedPods: pods, ...status }: JobStatus): unknown => ({
  ...Object.fromEntries(Object.entries(status).filter(([name, v]) => printed.has(name) || (v !== 0 && v !== ""))),
  conditions: status.conditions ?? [],
  pods: [pods?.succeeded ?? [], pods?.failed ?? [], pods === undefined],
});

const printed: ReadonlySet<string> = new Set(["ready", "terminating"]);
