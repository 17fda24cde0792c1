import { templateDefaults } from "../core/pod/defaults.ts";
import type { Defaults, Fill } from "../defaulting.ts";
import { recordAt } from "../record.ts";

/** Defaults parallelism and, if it is unset too, completions to 1. */
const counts: Fill = (spec) => {
  if (spec["parallelism"] !== undefined) return spec;
  return { ...spec, parallelism: 1, ...(spec["completions"] === undefined && { completions: 1 }) };
};

const backoff: Fill = (spec) =>
  spec["backoffLimit"] === undefined
    ? { ...spec, backoffLimit: spec["backoffLimitPerIndex"] === undefined ? 6 : 2147483647 }
    : spec;

const replacement: Fill = (spec) =>
  spec["podReplacementPolicy"] === undefined
    ? { ...spec, podReplacementPolicy: spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed" }
    : spec;

/** Defaults the labels of a job to those of its pod template. */
const labels: Fill = (job) => {
  const metadata = recordAt(job, "metadata");
  const own = recordAt(metadata, "labels");
  const template = recordAt(recordAt(recordAt(recordAt(job, "spec"), "template"), "metadata"), "labels");
  return Object.keys(own).length > 0 || Object.keys(template).length === 0
    ? job
    : { ...job, metadata: { ...metadata, labels: template } };
};

/** batch/v1 SetDefaults_PodFailurePolicyOnPodConditionsPattern. */
const podFailurePolicy: Defaults = {
  each: { rules: { each: { onPodConditions: { set: { status: "True" } } } } },
};

/** batch/v1 SetDefaults_Job. */
export const jobDefaults: Defaults = {
  inside: {
    spec: {
      setPointers: { completionMode: "NonIndexed", suspend: false, manualSelector: false },
      inside: {
        template: templateDefaults,
        podFailurePolicy,
      },
      rules: [counts, backoff, replacement],
    },
  },
  rules: [labels],
};

/** batch/v1 SetDefaults_CronJob; of the job template, the pod template and the policy for failures have defaults. */
export const cronJobDefaults: Defaults = {
  inside: {
    spec: {
      set: { concurrencyPolicy: "Allow" },
      setPointers: { suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
      inside: { jobTemplate: { inside: { spec: { inside: { template: templateDefaults, podFailurePolicy } } } } },
    },
  },
};
