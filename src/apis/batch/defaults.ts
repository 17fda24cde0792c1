import { templateDefaults } from "../core/pod-defaults.ts";
import type { Defaults, Fill } from "../defaulting.ts";
import { recordAt } from "../record.ts";

/** Without any count a job is one pod. */
const counts: Fill = (spec) => {
  if (spec["parallelism"] !== undefined) return spec;
  return { ...spec, parallelism: 1, ...(spec["completions"] === undefined && { completions: 1 }) };
};

const replacement: Fill = (spec) =>
  spec["podReplacementPolicy"] === undefined
    ? { ...spec, podReplacementPolicy: spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed" }
    : spec;

/** A job without labels has those of its pods. */
const labels: Fill = (job) => {
  const metadata = recordAt(job, "metadata");
  const own = recordAt(metadata, "labels");
  const template = recordAt(recordAt(recordAt(recordAt(job, "spec"), "template"), "metadata"), "labels");
  return Object.keys(own).length > 0 || Object.keys(template).length === 0
    ? job
    : { ...job, metadata: { ...metadata, labels: template } };
};

/** batch/v1 SetDefaults_Job. */
export const jobDefaults: Defaults = {
  inside: {
    spec: {
      set: { completionMode: "NonIndexed", backoffLimit: 6, suspend: false },
      inside: {
        template: templateDefaults,
        podFailurePolicy: { each: { rules: { each: { onPodConditions: { set: { status: "True" } } } } } },
      },
      rules: [counts, replacement],
    },
  },
  rules: [labels],
};

/** batch/v1 SetDefaults_CronJob; of the job only the pods have defaults. */
export const cronJobDefaults: Defaults = {
  inside: {
    spec: {
      set: { concurrencyPolicy: "Allow", suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
      inside: { jobTemplate: { inside: { spec: { inside: { template: templateDefaults } } } } },
    },
  },
};
