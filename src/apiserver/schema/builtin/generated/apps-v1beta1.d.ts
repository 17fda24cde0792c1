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

export type DeploymentRollback = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name: string;
  readonly updatedAnnotations?: Readonly<Record<string, string>> | undefined;
  readonly rollbackTo: RollbackConfig;
};

export type DeploymentSpec = {
  readonly replicas?: number | undefined;
  readonly selector?: LabelSelector | undefined;
  readonly template: PodTemplateSpec;
  readonly strategy: DeploymentStrategy;
  readonly minReadySeconds?: number | undefined;
  readonly revisionHistoryLimit?: number | undefined;
  readonly paused?: boolean | undefined;
  readonly rollbackTo?: RollbackConfig | undefined;
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

export type RollbackConfig = {
  readonly revision?: number | undefined;
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
  readonly selector?: LabelSelector | undefined;
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
