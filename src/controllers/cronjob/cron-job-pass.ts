import type { CronJob, Job } from "../../api/batch/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { isAlreadyExists, isNotFound } from "../../apimachinery/errors.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { Client } from "../../client/client.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import { controllerRef, type ControllerKind, isControlledBy } from "../framework/owners.ts";
import { isNamespaceTerminating } from "../framework/pod-control.ts";
import { equalJson } from "../framework/sorted-json.ts";
import {
  formatInZone,
  missedTimes,
  namesZone,
  parseSchedule,
  type Schedule,
} from "../../component-helpers/cron-schedule.ts";

export interface CronJobPassOptions {
  readonly cronJob: CronJob;
  /** The Jobs of the CronJob. */
  readonly jobs: readonly Job[];
  readonly clock: Clock;
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly kind: ControllerKind;
  readonly signal: AbortSignal;
  readonly again: (ms: number) => void;
}

type Active = NonNullable<NonNullable<CronJob["status"]>["active"]>;

/** One pass over a CronJob (ControllerV2.syncCronJob). */
export class CronJobPass {
  readonly #options: CronJobPassOptions;
  #cronJob: CronJob;
  #active: Active;

  constructor(options: CronJobPassOptions) {
    this.#options = options;
    this.#cronJob = options.cronJob;
    this.#active = options.cronJob.status?.active ?? [];
  }

  async sync(): Promise<void> {
    await this.#deleteOld();
    const status = this.#lookAtJobs();
    let lastScheduleTime: string | undefined;
    try {
      lastScheduleTime = await this.#startNext();
    } finally {
      const scheduled = lastScheduleTime === undefined ? {} : { lastScheduleTime };
      await this.#writeStatus({ ...status, ...scheduled, active: this.#active });
    }
  }

  /** Starts the Job whose time has come, and asks for the next pass. Returns the time of the Job that was started. */
  async #startNext(): Promise<string | undefined> {
    const { metadata, spec } = this.#cronJob;
    if (metadata.deletionTimestamp !== undefined || spec === undefined) return undefined;
    const schedule = this.#schedule();
    if (schedule === undefined || spec.suspend === true) return undefined;
    if (namesZone(spec.schedule ?? ""))
      this.#event("Warning", "UnsupportedSchedule", unsupportedSchedule(spec.schedule ?? ""));
    const now = this.#options.clock.now();
    if (schedule.next(now) === undefined) {
      const problem = "time difference between two schedules is less than 1 second";
      this.#event("Warning", "InvalidSchedule", `invalid schedule: ${spec.schedule ?? ""} : ${problem}`);
      return undefined;
    }
    const started = await this.#start(schedule);
    // a schedule of an interval goes on from the last time, not from now
    const { latest, count } = missedTimes(schedule, this.#lastRun(now), now);
    const next = schedule.next(latest ?? (count === 0 ? this.#lastRun(now) : now));
    // without upstream's slack of 100 ms, which a pass for another reason, as after a restart, would not wait for
    if (next !== undefined) this.#options.again(next - now);
    return started;
  }

  #lastRun(now: number): number {
    const { metadata, status } = this.#cronJob;
    return parseTime(status?.lastScheduleTime ?? metadata.creationTimestamp ?? formatTime(now));
  }

  #event(type: "Normal" | "Warning", reason: string, message: string): void {
    this.#options.recorder.event(this.#options.kind, this.#cronJob, type, reason, message);
  }

  #schedule(): Schedule | undefined {
    const { schedule = "", timeZone } = this.#cronJob.spec ?? {};
    try {
      return parseSchedule(schedule, timeZone);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const problem = `unknown time zone ${timeZone ?? ""}`;
      this.#event("Warning", "UnknownTimeZone", `invalid timeZone: ${JSON.stringify(timeZone ?? "")}: ${problem}`);
      return undefined;
    }
  }

  /** Takes finished and missing Jobs off the list of active ones. */
  #lookAtJobs(): NonNullable<CronJob["status"]> {
    const { jobs } = this.#options;
    const status = this.#cronJob.status ?? {};
    let { lastSuccessfulTime } = status;
    for (const job of jobs) {
      const { uid, name = "" } = job.metadata;
      const isListed = this.#active.some((one) => one.uid === uid);
      const end = endOf(job);
      if (!isListed && end === undefined)
        this.#event("Warning", "UnexpectedJob", `Saw a job that the controller did not create or forgot: ${name}`);
      if (isListed && end !== undefined) {
        this.#active = this.#active.filter((one) => one.uid !== uid);
        this.#event("Normal", "SawCompletedJob", `Saw completed job: ${name}, condition: ${end}`);
      }
      const completed = end === "Complete" ? job.status?.completionTime : undefined;
      if (completed !== undefined && completed > (lastSuccessfulTime ?? "")) lastSuccessfulTime = completed;
    }
    const known = new Set(jobs.map(({ metadata }) => metadata.uid));
    for (const { uid, name = "" } of this.#active)
      if (!known.has(uid)) this.#event("Normal", "MissingJob", `Active job went missing: ${name}`);
    this.#active = this.#active.filter(({ uid }) => known.has(uid));
    return { ...status, ...(lastSuccessfulTime !== undefined && { lastSuccessfulTime }) };
  }

  /** Creates the Job of the latest time that has come, if it may start; returns that time. */
  async #start(schedule: Schedule): Promise<string | undefined> {
    const { metadata, spec, status } = this.#cronJob;
    const now = this.#options.clock.now();
    const { startingDeadlineSeconds, concurrencyPolicy } = spec ?? {};
    const lastRun = this.#lastRun(now);
    const deadline = startingDeadlineSeconds === undefined ? -Infinity : now - startingDeadlineSeconds * 1000;
    const { latest, count } = missedTimes(schedule, Math.max(lastRun, deadline), now);
    if (count > 100)
      this.#event(
        "Warning",
        "TooManyMissedTimes",
        "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew",
      );
    if (latest === undefined || formatTime(latest) === status?.lastScheduleTime) return undefined;
    const name = `${metadata.name ?? ""}-${Math.floor(latest / 60_000)}`;
    if (this.#active.some((one) => one.name === name)) return undefined;
    if (concurrencyPolicy === "Forbid" && this.#active.length > 0) {
      const policy = "Not starting job because prior execution is running and concurrency policy is Forbid";
      this.#event("Normal", "JobAlreadyActive", policy);
      return undefined;
    }
    if (concurrencyPolicy === "Replace") for (const { name: old = "" } of this.#active) await this.#deleteJob(old);
    if (concurrencyPolicy === "Replace") this.#active = [];
    return (await this.#create(name, latest)) ? formatTime(latest) : undefined;
  }

  /** Creates a Job and lists it as active; returns false if it belongs to somebody else or is listed already. */
  async #create(name: string, scheduled: number): Promise<boolean> {
    const { client, kind, signal } = this.#options;
    const { metadata, spec } = this.#cronJob;
    const template = spec?.jobTemplate;
    const wanted: Job = {
      metadata: {
        name,
        labels: template?.metadata?.labels ?? {},
        annotations: {
          ...template?.metadata?.annotations,
          "batch.kubernetes.io/cronjob-scheduled-timestamp": formatInZone(scheduled, spec?.timeZone),
        },
        ownerReferences: [controllerRef(kind, this.#cronJob)],
      },
      ...(template?.spec && { spec: template.spec }),
    };
    const target = { group: "batch", version: "v1", resource: "jobs", namespace: metadata.namespace ?? "" };
    let job: Job;
    try {
      job = await client.create(target, wanted, signal);
      this.#event("Normal", "SuccessfulCreate", `Created job ${name}`);
    } catch (error) {
      if (isNamespaceTerminating(error)) return false;
      if (!isAlreadyExists(error)) {
        this.#event("Warning", "FailedCreate", `Error creating job: ${messageOf(error)}`);
        throw error;
      }
      job = await client.get<Job>(target, name, signal);
      const isListed = this.#active.some(({ uid }) => uid === job.metadata.uid);
      if (isListed || !isControlledBy(job, this.#cronJob)) return false;
    }
    const { uid = "", namespace = "", resourceVersion = "" } = job.metadata;
    this.#active = [...this.#active, { apiVersion: "batch/v1", kind: "Job", name, namespace, resourceVersion, uid }];
    return true;
  }

  /** Deletes the oldest finished Jobs beyond the limits of the history. */
  async #deleteOld(): Promise<void> {
    const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = this.#cronJob.spec ?? {};
    const limits = { Complete: successfulJobsHistoryLimit, Failed: failedJobsHistoryLimit };
    for (const end of ["Complete", "Failed"] as const) {
      const finished = this.#options.jobs.filter((job) => endOf(job) === end && !isDeleted(job));
      const surplus = finished.length - (limits[end] ?? Infinity);
      const startOf = ({ status, metadata }: Job): string => `${status?.startTime ?? ""} ${metadata.name ?? ""}`;
      const oldest = finished.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1));
      for (const { metadata } of oldest.slice(0, Math.max(0, surplus))) await this.#deleteJob(metadata.name ?? "");
    }
  }

  async #deleteJob(name: string): Promise<void> {
    const namespace = this.#cronJob.metadata.namespace ?? "";
    const target = { group: "batch", version: "v1", resource: "jobs", namespace };
    try {
      await this.#options.client.delete(target, name, { propagationPolicy: "Background" }, this.#options.signal);
      this.#event("Normal", "SuccessfulDelete", `Deleted job ${name}`);
    } catch (error) {
      if (isNotFound(error)) return;
      this.#event("Warning", "FailedDelete", `Deleted job: ${messageOf(error)}`);
      throw error;
    }
  }

  async #writeStatus({ active = [], ...status }: NonNullable<CronJob["status"]>): Promise<void> {
    const next = { ...status, ...(active.length > 0 && { active }) };
    if (equalJson(next, this.#cronJob.status ?? {})) return;
    const { client, kind, signal } = this.#options;
    const target = { ...kind.target, namespace: this.#cronJob.metadata.namespace ?? "" };
    this.#cronJob = await client.update<CronJob>(target, { ...this.#cronJob, status: next }, "status", signal);
  }
}

const unsupportedSchedule = (schedule: string): string =>
  `CRON_TZ or TZ used in schedule ${JSON.stringify(schedule)} is not officially supported, ` +
  "see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details";

const isDeleted = ({ metadata }: Job): boolean => metadata.deletionTimestamp !== undefined;

/** How a Job has ended: the type of its condition; undefined while it runs. */
const endOf = ({ status }: Job): string | undefined =>
  status?.conditions?.find(
    (condition) => (condition.type === "Complete" || condition.type === "Failed") && condition.status === "True",
  )?.type;
