/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { ObjectReference, PodTemplateSpec } from "./core-v1.d.ts";

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

export type Job = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: JobSpec;
  readonly status: JobStatus;
};

export type JobCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastProbeTime: string | null;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type JobList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Job[] | null;
};

export type JobSpec = {
  readonly parallelism?: number | undefined;
  readonly completions?: number | undefined;
  readonly activeDeadlineSeconds?: number | undefined;
  readonly podFailurePolicy?: PodFailurePolicy | undefined;
  readonly successPolicy?: SuccessPolicy | undefined;
  readonly backoffLimit?: number | undefined;
  readonly backoffLimitPerIndex?: number | undefined;
  readonly maxFailedIndexes?: number | undefined;
  readonly selector?: LabelSelector | undefined;
  readonly manualSelector?: boolean | undefined;
  readonly template: PodTemplateSpec;
  readonly ttlSecondsAfterFinished?: number | undefined;
  readonly completionMode?: string | undefined;
  readonly suspend?: boolean | undefined;
  readonly podReplacementPolicy?: string | undefined;
  readonly managedBy?: string | undefined;
};

export type JobStatus = {
  readonly conditions?: readonly JobCondition[] | undefined;
  readonly startTime?: string | undefined;
  readonly completionTime?: string | undefined;
  readonly active?: number | undefined;
  readonly succeeded?: number | undefined;
  readonly failed?: number | undefined;
  readonly terminating?: number | undefined;
  readonly completedIndexes?: string | undefined;
  readonly failedIndexes?: string | undefined;
  readonly uncountedTerminatedPods?: UncountedTerminatedPods | undefined;
  readonly ready?: number | undefined;
};

export type JobTemplateSpec = {
  readonly metadata: ObjectMeta;
  readonly spec: JobSpec;
};

export type PodFailurePolicy = {
  readonly rules: readonly PodFailurePolicyRule[] | null;
};

export type PodFailurePolicyOnExitCodesRequirement = {
  readonly containerName?: string | undefined;
  readonly operator: string;
  readonly values: readonly number[] | null;
};

export type PodFailurePolicyOnPodConditionsPattern = {
  readonly type: string;
  readonly status: string;
};

export type PodFailurePolicyRule = {
  readonly action: string;
  readonly onExitCodes?: PodFailurePolicyOnExitCodesRequirement | undefined;
  readonly onPodConditions?: readonly PodFailurePolicyOnPodConditionsPattern[] | undefined;
};

export type SuccessPolicy = {
  readonly rules: readonly SuccessPolicyRule[] | null;
};

export type SuccessPolicyRule = {
  readonly succeededIndexes?: string | undefined;
  readonly succeededCount?: number | undefined;
};

export type UncountedTerminatedPods = {
  readonly succeeded?: readonly string[] | undefined;
  readonly failed?: readonly string[] | undefined;
};
