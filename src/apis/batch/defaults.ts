import { templateDefaults } from "../core/pod-defaults.ts";
import type { Defaults, Fill } from "../defaulting.ts";
import { recordAt } from "../record.ts";

/** Defaults parallelism and, if it is unset too, completions to 1. */
const counts: Fill = (spec) => {
  if (spec["parallelism"] !== undefined) return spec;
  return { ...spec, parallelism: 1, ...(spec["completions"] === undefined && { completions: 1 }) };
};

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

/** batch/v1 SetDefaults_CronJob; in the job template, only the pod template has defaults. */
export const cronJobDefaults: Defaults = {
  inside: {
    spec: {
      set: { concurrencyPolicy: "Allow", suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
      inside: { jobTemplate: { inside: { spec: { inside: { template: templateDefaults } } } } },
    },
  },
};
