import type { IntOrString } from "../../apimachinery/int-or-string.ts";
import type { LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import type { PersistentVolumeClaim, PodSpec } from "../core/v1.ts";

/** The fields of apps/v1 that controllers read and write (k8s.io/api/apps/v1), as views of decoded objects. */

export interface PodTemplateSpec {
  readonly metadata?: ObjectMeta;
  readonly spec?: PodSpec;
}

/** A condition of a workload. */
export interface WorkloadCondition {
  readonly type: string;
  readonly status: string;
  readonly lastUpdateTime?: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface ReplicaSetStatus {
  readonly replicas: number;
  readonly fullyLabeledReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly observedGeneration?: number;
  readonly conditions?: readonly WorkloadCondition[];
}

export interface ReplicaSet extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly selector?: LabelSelectorSpec;
    readonly template?: PodTemplateSpec;
  };
  readonly status?: ReplicaSetStatus;
}

export interface RollingUpdate {
  readonly maxUnavailable?: IntOrString;
  readonly maxSurge?: IntOrString;
  readonly partition?: number;
}

export interface DeploymentStatus {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly unavailableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly collisionCount?: number;
  readonly conditions?: readonly WorkloadCondition[];
}

export interface DeploymentSpec {
  readonly replicas?: number;
  readonly selector?: LabelSelectorSpec;
  readonly template?: PodTemplateSpec;
  readonly strategy?: { readonly type?: string; readonly rollingUpdate?: RollingUpdate };
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit?: number;
  readonly paused?: boolean;
  readonly progressDeadlineSeconds?: number;
}

export interface Deployment extends KubeObject {
  readonly spec?: DeploymentSpec;
  readonly status?: DeploymentStatus;
}

export interface ControllerRevision extends KubeObject {
  readonly data?: unknown;
  readonly revision: number;
}

export interface StatefulSetStatus {
  readonly observedGeneration?: number;
  readonly replicas: number;
  readonly readyReplicas?: number;
  readonly currentReplicas?: number;
  readonly updatedReplicas?: number;
  readonly currentRevision?: string;
  readonly updateRevision?: string;
  readonly collisionCount?: number;
  readonly availableReplicas: number;
  readonly conditions?: readonly WorkloadCondition[];
}

export interface StatefulSet extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelectorSpec;
    readonly template?: PodTemplateSpec;
    readonly volumeClaimTemplates?: readonly PersistentVolumeClaim[];
    readonly serviceName?: string;
    readonly podManagementPolicy?: string;
    readonly updateStrategy?: { readonly type?: string; readonly rollingUpdate?: RollingUpdate };
    readonly revisionHistoryLimit?: number;
    readonly minReadySeconds?: number;
    readonly persistentVolumeClaimRetentionPolicy?: { readonly whenDeleted?: string; readonly whenScaled?: string };
    readonly ordinals?: { readonly start?: number };
  };
  readonly status?: StatefulSetStatus;
}

export interface DaemonSetStatus {
  readonly currentNumberScheduled: number;
  readonly numberMisscheduled: number;
  readonly desiredNumberScheduled: number;
  readonly numberReady: number;
  readonly observedGeneration?: number;
  readonly updatedNumberScheduled?: number;
  readonly numberAvailable?: number;
  readonly numberUnavailable?: number;
  readonly collisionCount?: number;
  readonly conditions?: readonly WorkloadCondition[];
}

export interface DaemonSet extends KubeObject {
  readonly spec?: {
    readonly selector?: LabelSelectorSpec;
    readonly template?: PodTemplateSpec;
    readonly updateStrategy?: { readonly type?: string; readonly rollingUpdate?: RollingUpdate };
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
  };
  readonly status?: DaemonSetStatus;
}
