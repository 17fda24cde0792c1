/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { JobSpec } from "./batch-v1.d.ts";
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { ObjectReference } from "./core-v1.d.ts";

export type CronJob = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: CronJobSpec;
  readonly status: CronJobStatus;
};

export type CronJobList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly CronJob[] | null;
};

export type CronJobSpec = {
  readonly schedule: string;
  readonly timeZone?: string | undefined;
  readonly startingDeadlineSeconds?: number | undefined;
  readonly concurrencyPolicy?: string | undefined;
  readonly suspend?: boolean | undefined;
  readonly jobTemplate: JobTemplateSpec;
  readonly successfulJobsHistoryLimit?: number | undefined;
  readonly failedJobsHistoryLimit?: number | undefined;
};

export type CronJobStatus = {
  readonly active?: readonly ObjectReference[] | undefined;
  readonly lastScheduleTime?: string | undefined;
  readonly lastSuccessfulTime?: string | undefined;
};

export type JobTemplateSpec = {
  readonly metadata: ObjectMeta;
  readonly spec: JobSpec;
};
