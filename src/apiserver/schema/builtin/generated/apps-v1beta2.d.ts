/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { JsonValue } from "../../../../apimachinery/json/value.ts";
import type { LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { PersistentVolumeClaim, PodTemplateSpec } from "./core-v1.d.ts";

export type ControllerRevision = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly data: JsonValue;
  readonly revision: number;
};

export type ControllerRevisionList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ControllerRevision[] | null;
};

export type DaemonSet = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: DaemonSetSpec;
  readonly status: DaemonSetStatus;
};

export type DaemonSetCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type DaemonSetList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly DaemonSet[] | null;
};

export type DaemonSetSpec = {
  readonly selector: LabelSelector | null;
  readonly template: PodTemplateSpec;
  readonly updateStrategy: DaemonSetUpdateStrategy;
  readonly minReadySeconds?: number | undefined;
  readonly revisionHistoryLimit?: number | undefined;
};

export type DaemonSetStatus = {
  readonly currentNumberScheduled: number;
  readonly numberMisscheduled: number;
  readonly desiredNumberScheduled: number;
  readonly numberReady: number;
  readonly observedGeneration?: number | undefined;
  readonly updatedNumberScheduled?: number | undefined;
  readonly numberAvailable?: number | undefined;
  readonly numberUnavailable?: number | undefined;
  readonly collisionCount?: number | undefined;
  readonly conditions?: readonly DaemonSetCondition[] | undefined;
};

export type DaemonSetUpdateStrategy = {
  readonly type?: string | undefined;
  readonly rollingUpdate?: RollingUpdateDaemonSet | undefined;
};

export type Deployment = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: DeploymentSpec;
  readonly status: DeploymentStatus;
};

export type DeploymentCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastUpdateTime: string | null;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type DeploymentList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Deployment[] | null;
};

export type DeploymentSpec = {
  readonly replicas?: number | undefined;
  readonly selector: LabelSelector | null;
  readonly template: PodTemplateSpec;
  readonly strategy: DeploymentStrategy;
  readonly minReadySeconds?: number | undefined;
  readonly revisionHistoryLimit?: number | undefined;
  readonly paused?: boolean | undefined;
  readonly progressDeadlineSeconds?: number | undefined;
};

export type DeploymentStatus = {
  readonly observedGeneration?: number | undefined;
  readonly replicas?: number | undefined;
  readonly updatedReplicas?: number | undefined;
  readonly readyReplicas?: number | undefined;
  readonly availableReplicas?: number | undefined;
  readonly unavailableReplicas?: number | undefined;
  readonly terminatingReplicas?: number | undefined;
  readonly conditions?: readonly DeploymentCondition[] | undefined;
  readonly collisionCount?: number | undefined;
};

export type DeploymentStrategy = {
  readonly type?: string | undefined;
  readonly rollingUpdate?: RollingUpdateDeployment | undefined;
};

export type ReplicaSet = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ReplicaSetSpec;
  readonly status: ReplicaSetStatus;
};

export type ReplicaSetCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type ReplicaSetList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ReplicaSet[] | null;
};

export type ReplicaSetSpec = {
  readonly replicas?: number | undefined;
  readonly minReadySeconds?: number | undefined;
  readonly selector: LabelSelector | null;
  readonly template: PodTemplateSpec;
};

export type ReplicaSetStatus = {
  readonly replicas: number;
  readonly fullyLabeledReplicas?: number | undefined;
  readonly readyReplicas?: number | undefined;
  readonly availableReplicas?: number | undefined;
  readonly terminatingReplicas?: number | undefined;
  readonly observedGeneration?: number | undefined;
  readonly conditions?: readonly ReplicaSetCondition[] | undefined;
};

export type RollingUpdateDaemonSet = {
  readonly maxUnavailable?: number | string | undefined;
  readonly maxSurge?: number | string | undefined;
};

export type RollingUpdateDeployment = {
  readonly maxUnavailable?: number | string | undefined;
  readonly maxSurge?: number | string | undefined;
};

export type RollingUpdateStatefulSetStrategy = {
  readonly partition?: number | undefined;
  readonly maxUnavailable?: number | string | undefined;
};

export type Scale = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ScaleSpec;
  readonly status: ScaleStatus;
};

export type ScaleSpec = {
  readonly replicas?: number | undefined;
};

export type ScaleStatus = {
  readonly replicas: number;
  readonly selector?: Readonly<Record<string, string>> | undefined;
  readonly targetSelector?: string | undefined;
};

export type StatefulSet = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: StatefulSetSpec;
  readonly status: StatefulSetStatus;
};

export type StatefulSetCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type StatefulSetList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly StatefulSet[] | null;
};

export type StatefulSetOrdinals = {
  readonly start: number;
};

export type StatefulSetPersistentVolumeClaimRetentionPolicy = {
  readonly whenDeleted?: string | undefined;
  readonly whenScaled?: string | undefined;
};

export type StatefulSetSpec = {
  readonly replicas?: number | undefined;
  readonly selector: LabelSelector | null;
  readonly template: PodTemplateSpec;
  readonly volumeClaimTemplates?: readonly PersistentVolumeClaim[] | undefined;
  readonly serviceName: string;
  readonly podManagementPolicy?: string | undefined;
  readonly updateStrategy: StatefulSetUpdateStrategy;
  readonly revisionHistoryLimit?: number | undefined;
  readonly minReadySeconds?: number | undefined;
  readonly persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy | undefined;
  readonly ordinals?: StatefulSetOrdinals | undefined;
};

export type StatefulSetStatus = {
  readonly observedGeneration?: number | undefined;
  readonly replicas: number;
  readonly readyReplicas?: number | undefined;
  readonly currentReplicas?: number | undefined;
  readonly updatedReplicas?: number | undefined;
  readonly currentRevision?: string | undefined;
  readonly updateRevision?: string | undefined;
  readonly collisionCount?: number | undefined;
  readonly conditions?: readonly StatefulSetCondition[] | undefined;
  readonly availableReplicas: number;
};

export type StatefulSetUpdateStrategy = {
  readonly type?: string | undefined;
  readonly rollingUpdate?: RollingUpdateStatefulSetStrategy | undefined;
};
