import type { LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import type { PodTemplateSpec } from "../apps/v1.ts";

/** The fields of batch/v1 that controllers read and write (k8s.io/api/batch/v1), as views of decoded objects. */

export interface PodFailurePolicyRule {
  readonly action: string;
  readonly onExitCodes?: {
    readonly containerName?: string;
    readonly operator: string;
    readonly values?: readonly number[];
  };
  readonly onPodConditions?: readonly { readonly type: string; readonly status?: string }[];
}

export interface SuccessPolicyRule {
  readonly succeededIndexes?: string;
  readonly succeededCount?: number;
}

export interface JobSpec {
  readonly parallelism?: number;
  readonly completions?: number;
  readonly activeDeadlineSeconds?: number;
  readonly podFailurePolicy?: { readonly rules?: readonly PodFailurePolicyRule[] };
  readonly successPolicy?: { readonly rules?: readonly SuccessPolicyRule[] };
  readonly backoffLimit?: number;
  readonly backoffLimitPerIndex?: number;
  readonly maxFailedIndexes?: number;
  readonly selector?: LabelSelectorSpec;
  readonly template?: PodTemplateSpec;
  readonly ttlSecondsAfterFinished?: number;
  readonly completionMode?: string;
  readonly suspend?: boolean;
  readonly podReplacementPolicy?: string;
  readonly managedBy?: string;
}

export interface JobCondition {
  readonly type: string;
  readonly status: string;
  readonly lastProbeTime?: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface JobStatus {
  readonly conditions?: readonly JobCondition[];
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly active?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly terminating?: number;
  readonly completedIndexes?: string;
  readonly failedIndexes?: string;
  readonly uncountedTerminatedPods?: { readonly succeeded?: readonly string[]; readonly failed?: readonly string[] };
  readonly ready?: number;
}

export interface Job extends KubeObject {
  readonly spec?: JobSpec;
  readonly status?: JobStatus;
}

export interface CronJob extends KubeObject {
  readonly spec?: {
    readonly schedule: string;
    readonly timeZone?: string;
    readonly startingDeadlineSeconds?: number;
    readonly concurrencyPolicy?: string;
    readonly suspend?: boolean;
    readonly jobTemplate?: { readonly metadata?: ObjectMeta; readonly spec?: JobSpec };
    readonly successfulJobsHistoryLimit?: number;
    readonly failedJobsHistoryLimit?: number;
  };
  readonly status?: {
    readonly active?: readonly (Readonly<Record<string, string>> & { readonly uid?: string; readonly name?: string })[];
    readonly lastScheduleTime?: string;
    readonly lastSuccessfulTime?: string;
  };
}
