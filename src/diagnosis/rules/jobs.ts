import type { KubeObject } from "../../apimachinery/meta.ts";
import { humanDuration } from "../../apimachinery/human-duration.ts";
import { parseTime } from "../../apimachinery/time.ts";
import { type ConditionView, conditionWith } from "../conditions.ts";
import { byCondition, byEvent, conclude, field, there } from "../conclude.ts";
import { itemsAt, numberAt, textAt } from "../fields.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { ago, counted, firstLine } from "../words.ts";
import { ownedBy, whoDoesWhat, worstPod } from "./owned-pods.ts";
import { createComplaint, refusedCreate } from "./refused-create.ts";

/** Why a Job has failed, by the reason of its condition. */
const failures: Readonly<Record<string, readonly [situation: string, text: (job: KubeObject) => string]>> = {
  BackoffLimitExceeded: [
    "job-backoff-limit-exceeded",
    (job) => `more pods failed than its backoffLimit of ${numberAt(job, "spec.backoffLimit") ?? 6} allows`,
  ],
  DeadlineExceeded: [
    "job-deadline-exceeded",
    (job) => `it ran longer than its activeDeadlineSeconds, ${textAt(job, "spec.activeDeadlineSeconds")} s`,
  ],
  PodFailurePolicy: ["job-failed-by-pod-failure-policy", () => "its podFailurePolicy says so"],
  FailedIndexes: ["job-indexes-failed", (job) => `the indexes ${textAt(job, "status.failedIndexes")} failed`],
  MaxFailedIndexesExceeded: [
    "job-too-many-indexes-failed",
    (job) => `more indexes failed than maxFailedIndexes, ${textAt(job, "spec.maxFailedIndexes")}, allows`,
  ],
};

/** When a Job that has ended is deleted, by its ttlSecondsAfterFinished; "" for one that stays. */
function deletion(job: KubeObject, { type, since }: ConditionView, { reading }: RuleContext): string {
  const seconds = numberAt(job, "spec.ttlSecondsAfterFinished");
  if (seconds === undefined || type === "FailureTarget" || since === "") return "";
  const left = parseTime(since) + seconds * 1000 - reading.now();
  return left <= 0 ? "; it is about to be deleted" : `; it is deleted in ${humanDuration(left)}`;
}

/** The pod of a Job that failed last, diagnosed. */
async function failedPod(job: KubeObject, context: RuleContext) {
  const failed = (await ownedBy(job, "pods", context)).filter((pod) => textAt(pod, "status.phase") === "Failed");
  return context.causeOf(failed.at(-1));
}

const jobFailed: Rule = async (job, context) => {
  const condition = conditionWith(job, "Failed", "True") ?? conditionWith(job, "FailureTarget", "True");
  if (condition === undefined) return undefined;
  const [situation, text] = failures[condition.reason] ?? ["job-failed", () => firstLine(condition.message)];
  const cause = await failedPod(job, context);
  const policy = condition.reason === "PodFailurePolicy" ? `: ${firstLine(condition.message)}` : "";
  const last = cause === undefined || policy !== "" ? "" : `; the last, ${cause.object.name}, ${cause.predicate}`;
  return conclude(job, {
    situation,
    state: "Failed",
    level: "error",
    because: `${text(job)}${policy}${last}${deletion(job, condition, context)}`,
    evidence: [...byCondition(job, condition), field(job, "status.failed")],
    causes: [cause],
  });
};

const jobComplete: Rule = (job, context) => {
  const condition = conditionWith(job, "Complete", "True");
  if (condition === undefined) return undefined;
  const count = numberAt(job, "status.succeeded") ?? 0;
  const policy =
    condition.reason === "SuccessPolicy" ? `, enough by its successPolicy: ${firstLine(condition.message)}` : "";
  return conclude(job, {
    situation: "job-complete",
    state: "Complete",
    level: "ok",
    because: `${counted(count, "pod")} succeeded${policy}${deletion(job, condition, context)}`,
    evidence: byCondition(job, condition),
  });
};

const jobSuspended: Rule = (job) => {
  if (textAt(job, "spec.suspend") !== "true") return undefined;
  return conclude(job, {
    situation: "job-suspended",
    state: "Suspended",
    level: "warning",
    because: "spec.suspend is true, so none of its pods run",
    evidence: [field(job, "spec.suspend"), ...byCondition(job, conditionWith(job, "Suspended", "True"))],
  });
};

/** A Job that has succeeded by its policy, while its other pods are still being stopped. */
const jobCompleting: Rule = (job) => {
  const met = conditionWith(job, "SuccessCriteriaMet", "True");
  if (met === undefined) return undefined;
  const active = numberAt(job, "status.active") ?? 0;
  return conclude(job, {
    situation: "job-completing",
    state: "Completing",
    level: "progressing",
    because: `it has succeeded (${firstLine(met.message) || met.reason}), and ${counted(active, "pod is", "pods are")} still to end`,
    evidence: [...byCondition(job, met), field(job, "status.active")],
  });
};

/** A Job that another controller than Kubernetes' own is to run, and that has not begun to. */
const jobManagedElsewhere: Rule = (job) => {
  const manager = textAt(job, "spec.managedBy");
  if (manager === "" || manager === "kubernetes.io/job-controller" || textAt(job, "status.startTime") !== "")
    return undefined;
  return conclude(job, {
    situation: "job-managed-elsewhere",
    state: "Waiting",
    level: "warning",
    because: `spec.managedBy leaves it to ${manager}, which has not begun with it; the Job controller lets it be`,
    evidence: [field(job, "spec.managedBy"), field(job, "status.startTime")],
  });
};

const jobStopped: Rule = (job) => {
  if (numberAt(job, "spec.parallelism") !== 0 || (numberAt(job, "status.active") ?? 0) > 0) return undefined;
  return conclude(job, {
    situation: "job-without-parallelism",
    state: "Stopped",
    level: "warning",
    because: "spec.parallelism is 0, so none of its pods run",
    evidence: [field(job, "spec.parallelism")],
  });
};

const jobRefused: Rule = async (job, context) => {
  if ((numberAt(job, "status.active") ?? 0) > 0) return undefined;
  const complaint = await createComplaint(job, undefined, context);
  if (complaint === undefined) return undefined;
  const conclusion = await refusedCreate(job, "pods", complaint.message, context);
  return conclude(job, { ...conclusion, evidence: [...complaint.evidence, ...(conclusion.evidence ?? [])] });
};

const jobRunning: Rule = async (job, context) => {
  const wanted = numberAt(job, "spec.completions");
  const [succeeded, active, failed] = ["succeeded", "active", "failed"].map(
    (name) => numberAt(job, `status.${name}`) ?? 0,
  ) as [number, number, number];
  const pods = (await ownedBy(job, "pods", context)).filter((pod) => textAt(pod, "status.phase") !== "Succeeded");
  const worst = await worstPod(pods, context);
  const bad = worst?.level === "error" ? worst : undefined;
  const tries = failed === 0 ? "" : `, ${failed} failed`;
  const done = wanted === undefined ? `${succeeded} succeeded` : `${succeeded} of ${wanted} succeeded`;
  const retries = active === 0 && bad?.situation === "pod-failed" ? "; the next one starts after a back-off" : "";
  const waits = bad === undefined ? "" : `, the pod ${whoDoesWhat(bad)}${retries}`;
  return conclude(job, {
    situation: bad === undefined ? "job-running" : "job-pods-failing",
    state: "Running",
    level: bad === undefined ? "progressing" : "warning",
    because: `${done}, ${active} active${tries}${waits}`,
    evidence: ["status.succeeded", "status.active", "status.failed"].map((path) =>
      field(job, path, textAt(job, path) || "0"),
    ),
    causes: [bad],
  });
};

/** The rules of Jobs. */
export const jobRules: readonly Rule[] = [
  jobFailed,
  jobComplete,
  jobCompleting,
  jobManagedElsewhere,
  jobSuspended,
  jobStopped,
  jobRefused,
  jobRunning,
];

const cronSuspended: Rule = (cron) => {
  if (textAt(cron, "spec.suspend") !== "true") return undefined;
  const because = "spec.suspend is true, so it starts no jobs";
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
  return conclude(cron, {
    situation: "cronjob-concurrency-forbidden",
    state: "Waiting",
    level: "warning",
    because: `concurrencyPolicy is Forbid, and the job ${running} is still running`,
    evidence: [field(cron, "spec.concurrencyPolicy"), ...byEvent(cron, active)],
  });
};

const cronLastJob: Rule = async (cron, context) => {
  const [last] = await jobsOf(cron, context);
  const schedule = [field(cron, "spec.schedule"), field(cron, "status.lastScheduleTime")];
  const time = textAt(cron, "status.lastScheduleTime");
  if (last === undefined) {
    const because =
      time === ""
        ? `no job was due yet by the schedule ${textAt(cron, "spec.schedule")}`
        : `the last job started ${ago(time, context.reading.now())} ago`;
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
          : `the last job, ${name}, ${cause.predicate}`,
    evidence: [...schedule, there(last)],
    causes: [cause],
  });
};

/** The rules of CronJobs. */
export const cronJobRules: readonly Rule[] = [cronSuspended, cronEvents, cronLastJob];
