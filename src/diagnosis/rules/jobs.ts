import type { KubeObject } from "../../apimachinery/meta.ts";
import { humanDuration } from "../../apimachinery/human-duration.ts";
import { parseTime } from "../../apimachinery/time.ts";
import { type ConditionView, conditionWith } from "../conditions.ts";
import { byCondition, conclude, field } from "../conclude.ts";
import { itemsAt, numberAt, textAt } from "../fields.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { counted, firstLine } from "../words.ts";
import { ownedBy, worstPod } from "./owned-pods.ts";
import { createComplaint, refusedCreate } from "./refused-create.ts";

/** Why a Job has failed, by the reason of its condition. */
const failures: Readonly<Record<string, readonly [situation: string, text: (job: KubeObject) => string]>> = {
  BackoffLimitExceeded: [
    "job-backoff-limit-exceeded",
    (job) =>
      `${textAt(job, "spec.template.spec.restartPolicy") === "OnFailure" ? "its containers were restarted more often" : "more pods failed"} than its backoffLimit of ${numberAt(job, "spec.backoffLimit") ?? 6} allows`,
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

/** How many pods a Job is to run at once: no more than are left to succeed. */
function wantedPods(job: KubeObject): number {
  const most = numberAt(job, "spec.parallelism") ?? 1;
  const completions = numberAt(job, "spec.completions");
  return completions === undefined ? most : Math.min(most, completions - (numberAt(job, "status.succeeded") ?? 0));
}

const jobRefused: Rule = async (job, context) => {
  if ((numberAt(job, "status.active") ?? 0) >= wantedPods(job)) return undefined;
  const complaint = await createComplaint(job, undefined, context);
  if (complaint === undefined) return undefined;
  const conclusion = await refusedCreate(job, "pods", complaint.message, context);
  return conclude(job, { ...conclusion, evidence: [...complaint.evidence, ...(conclusion.evidence ?? [])] });
};

/** Reports whether a Job's policy ignores some failures. */
const ignores = (job: KubeObject): boolean =>
  itemsAt(job, "spec.podFailurePolicy.rules").some((rule) => textAt(rule, "action") === "Ignore");

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
  const isIgnored = failed === 0 && active === 0 && bad?.situation === "pod-failed" && ignores(job);
  const uncounted = isIgnored ? ", and its podFailurePolicy ignores that: it does not count for the backoffLimit" : "";
  const waits = bad === undefined ? "" : `; the pod ${bad.object.name} ${bad.predicate}${uncounted}${retries}`;
  return conclude(job, {
    situation: bad === undefined ? "job-running" : "job-pods-failing",
    state: "Running",
    level: bad === undefined ? "progressing" : "warning",
    because: `${done}, ${active} active${tries}${waits}`,
    evidence: [
      ...["status.succeeded", "status.active", "status.failed"].map((path) =>
        field(job, path, textAt(job, path) || "0"),
      ),
      ...(isIgnored ? [field(job, "spec.podFailurePolicy.rules", "Ignore")] : []),
    ],
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
