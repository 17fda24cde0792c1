import type { KubeObject } from "../../apimachinery/meta.ts";
import { humanDuration } from "../../apimachinery/human-duration.ts";
import { parseSchedule } from "../../component-helpers/cron-schedule.ts";
import { byEvent, conclude, field, there } from "../conclude.ts";
import type { EventView } from "../event-view.ts";
import { itemsAt, numberAt, textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { ago, firstLine, listed } from "../words.ts";
import { refusedCreate } from "./refused-create.ts";

const cronSuspended: Rule = (cron) => {
  if (textAt(cron, "spec.suspend") !== "true") return undefined;
  const active = itemsAt(cron, "status.active").map((job) => textAt(job, "name"));
  const left =
    active.length === 0 ? "" : `; ${listed(active)} had started before and ${active.length === 1 ? "goes" : "go"} on`;
  const because = `spec.suspend is true, so it starts no jobs${left}`;
  return conclude(cron, {
    situation: "cronjob-suspended",
    state: "Suspended",
    level: "warning",
    because,
    evidence: [field(cron, "spec.suspend")],
  });
};

/** The Jobs of a CronJob, the last started first. */
async function jobsOf({ metadata }: KubeObject, { reading }: RuleContext): Promise<readonly KubeObject[]> {
  const jobs = await reading.all({ group: "batch", resource: "jobs", namespace: metadata.namespace });
  const own = jobs.filter((job) => job.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid));
  return own.toSorted((a, b) => ((a.metadata.creationTimestamp ?? "") < (b.metadata.creationTimestamp ?? "") ? 1 : -1));
}

/** How often the controller of CronJobs looks at them in the worst case, in seconds, as its documentation has it. */
const leastDeadline = 10;

/** A schedule that never comes, or whose starts the controller may pass by. */
const cronSchedule: Rule = (cron, { reading }) => {
  const evidence = [field(cron, "spec.schedule")];
  if (nextTime(cron, reading.now()) === "never")
    return conclude(cron, {
      situation: "cronjob-never-due",
      state: "Never due",
      level: "error",
      because: `no day of the next five years matches the schedule ${textAt(cron, "spec.schedule")}, so it starts no jobs`,
      evidence,
    });
  const deadline = numberAt(cron, "spec.startingDeadlineSeconds");
  if (deadline === undefined || deadline >= leastDeadline) return undefined;
  return conclude(cron, {
    situation: "cronjob-deadline-too-short",
    state: "May miss its starts",
    level: "warning",
    because: `its startingDeadlineSeconds is ${deadline} s, and its controller may look at it only every ${leastDeadline} s: a start that is later is left out`,
    evidence: [...evidence, field(cron, "spec.startingDeadlineSeconds")],
  });
};

/** The time zone of a schedule that names one. */
const zoneOf = (cron: KubeObject): string => {
  const zone = textAt(cron, "spec.timeZone");
  return zone === "" ? "" : ` in ${zone}`;
};

/** When a CronJob is due next, in milliseconds; undefined where its schedule cannot be read. */
function nextTime(cron: KubeObject, now: number): number | "never" | undefined {
  const schedule = textAt(cron, "spec.schedule");
  if (schedule === "") return undefined;
  try {
    return parseSchedule(schedule, textAt(cron, "spec.timeZone") || "UTC").next(now) ?? "never";
  } catch {
    return undefined;
  }
}

/** `; the next one is due in 4m`, or "" where that cannot be told. */
function nextText(cron: KubeObject, now: number): string {
  const next = nextTime(cron, now);
  return typeof next === "number" ? `; the next one is due in ${humanDuration(next - now)}` : "";
}

const cronEvents: Rule = async (cron, context) => {
  const events = await context.reading.events(cron);
  const [latest] = events;
  const find = (...reasons: readonly string[]) =>
    latest !== undefined && reasons.includes(latest.reason) ? latest : undefined;
  const missed = find(
    "TooManyMissedTimes",
    "MissSchedule",
    "FailedNeedsStart",
    "UnparseableSchedule",
    "UnknownTimeZone",
  );
  if (missed !== undefined)
    return conclude(cron, {
      situation: missed.reason.startsWith("Un") ? "cronjob-schedule-invalid" : "cronjob-start-missed",
      state: missed.reason.startsWith("Un") ? "Invalid schedule" : "Missed",
      level: "error",
      because: firstLine(missed.message),
      evidence: [field(cron, "spec.schedule"), ...byEvent(cron, missed)],
    });
  const refused = find("FailedCreate");
  if (refused !== undefined) {
    const conclusion = await refusedCreate(cron, "jobs", refused.message, context);
    return conclude(cron, { ...conclusion, evidence: [...byEvent(cron, refused), ...(conclusion.evidence ?? [])] });
  }
  const active = find("JobAlreadyActive");
  const [running] = itemsAt(cron, "status.active").map((job) => textAt(job, "name"));
  if (active === undefined || running === undefined) return undefined;
  const job = await context.reading.get(objectId("batch", "Job", cron.metadata.namespace ?? "", running));
  const found = await context.causeOf(job);
  const cause = found?.level === "warning" || found?.level === "error" ? found : undefined;
  return conclude(cron, {
    situation: "cronjob-concurrency-forbidden",
    state: "Waiting",
    level: "warning",
    because: `concurrencyPolicy is Forbid, and the job ${running} ${cause?.predicate ?? "is still running"}`,
    evidence: [field(cron, "spec.concurrencyPolicy"), ...byEvent(cron, active)],
    causes: [cause],
  });
};

/** What becomes of jobs that still run when the next one is due. */
function beside(cron: KubeObject): string {
  const count = itemsAt(cron, "status.active").length;
  const policy = textAt(cron, "spec.concurrencyPolicy");
  if (policy === "Replace" && count > 0) return "; concurrencyPolicy is Replace, so the next start ends it";
  return count > 1 && policy !== "Forbid"
    ? `; ${count} of its jobs run beside each other: concurrencyPolicy is Allow`
    : "";
}

/** The job that ended last, if it failed, as an event tells of one that is deleted. */
function failedBefore(events: readonly EventView[]) {
  const event = events.find(({ reason }) => reason === "SawCompletedJob");
  const job = /^Saw completed job: (\S+), condition: Failed$/.exec(event?.message ?? "")?.[1];
  return job === undefined ? undefined : { job, event };
}

const cronLastJob: Rule = async (cron, context) => {
  const [last] = await jobsOf(cron, context);
  const schedule = [field(cron, "spec.schedule"), field(cron, "status.lastScheduleTime")];
  const time = textAt(cron, "status.lastScheduleTime");
  if (last === undefined) {
    const failed = failedBefore(await context.reading.events(cron));
    const isKept = numberAt(cron, "spec.failedJobsHistoryLimit") !== 0;
    const why = isKept ? "" : ": failedJobsHistoryLimit is 0";
    if (failed !== undefined)
      return conclude(cron, {
        situation: "cronjob-last-job-failed",
        state: "Last job failed",
        level: "error",
        because: `${failed.job} failed, and is deleted${why}`,
        evidence: [
          ...schedule,
          ...(isKept ? [] : [field(cron, "spec.failedJobsHistoryLimit")]),
          ...byEvent(cron, failed.event),
        ],
      });
    const told =
      time === ""
        ? `no job was due yet by the schedule ${textAt(cron, "spec.schedule")}${zoneOf(cron)}`
        : `the last job started ${ago(time, context.reading.now())} ago`;
    const because = told + nextText(cron, context.reading.now());
    return conclude(cron, { situation: "cronjob-waits", state: "Scheduled", level: "ok", because, evidence: schedule });
  }
  const cause = await context.causeOf(last);
  const isFailed = cause?.state === "Failed" || cause?.level === "error";
  const name = last.metadata.name ?? "";
  return conclude(cron, {
    situation: isFailed
      ? "cronjob-last-job-failed"
      : cause?.state === "Complete"
        ? "cronjob-waits"
        : "cronjob-job-running",
    state: isFailed ? "Last job failed" : cause?.state === "Complete" ? "Scheduled" : "Active",
    level: isFailed ? "error" : cause?.level === "warning" ? "warning" : "ok",
    because:
      cause === undefined
        ? `the last job is ${name}`
        : isFailed
          ? `${name} ${cause.predicate.replace(/^is Failed/, "failed")}`
          : `the last job, ${name}, ${cause.predicate}${beside(cron)}`,
    evidence: [...schedule, there(last)],
    causes: [cause],
  });
};

/** The rules of CronJobs. */
export const cronJobRules: readonly Rule[] = [cronSuspended, cronSchedule, cronEvents, cronLastJob];
