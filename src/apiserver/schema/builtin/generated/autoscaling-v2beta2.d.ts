/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type ContainerResourceMetricSource = {
  readonly name: string;
  readonly target: MetricTarget;
  readonly container: string;
};

export type ContainerResourceMetricStatus = {
  readonly name: string;
  readonly current: MetricValueStatus;
  readonly container: string;
};

export type CrossVersionObjectReference = {
  readonly kind: string;
  readonly name: string;
  readonly apiVersion?: string | undefined;
};

export type ExternalMetricSource = {
  readonly metric: MetricIdentifier;
  readonly target: MetricTarget;
};

export type ExternalMetricStatus = {
  readonly metric: MetricIdentifier;
  readonly current: MetricValueStatus;
};

export type HPAScalingPolicy = {
  readonly type: string;
  readonly value: number;
  readonly periodSeconds: number;
};

export type HPAScalingRules = {
  readonly stabilizationWindowSeconds?: number | undefined;
  readonly selectPolicy?: string | undefined;
  readonly policies?: readonly HPAScalingPolicy[] | undefined;
};

export type HorizontalPodAutoscaler = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: HorizontalPodAutoscalerSpec;
  readonly status: HorizontalPodAutoscalerStatus;
};

export type HorizontalPodAutoscalerBehavior = {
  readonly scaleUp?: HPAScalingRules | undefined;
  readonly scaleDown?: HPAScalingRules | undefined;
};

export type HorizontalPodAutoscalerCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type HorizontalPodAutoscalerList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly HorizontalPodAutoscaler[] | null;
};

export type HorizontalPodAutoscalerSpec = {
  readonly scaleTargetRef: CrossVersionObjectReference;
  readonly minReplicas?: number | undefined;
  readonly maxReplicas: number;
  readonly metrics?: readonly MetricSpec[] | undefined;
  readonly behavior?: HorizontalPodAutoscalerBehavior | undefined;
};

export type HorizontalPodAutoscalerStatus = {
  readonly observedGeneration?: number | undefined;
  readonly lastScaleTime?: string | undefined;
  readonly currentReplicas: number;
  readonly desiredReplicas: number;
  readonly currentMetrics: readonly MetricStatus[] | null;
  readonly conditions: readonly HorizontalPodAutoscalerCondition[] | null;
};

export type MetricIdentifier = {
  readonly name: string;
  readonly selector?: LabelSelector | undefined;
};

export type MetricSpec = {
  readonly type: string;
  readonly object?: ObjectMetricSource | undefined;
  readonly pods?: PodsMetricSource | undefined;
  readonly resource?: ResourceMetricSource | undefined;
  readonly containerResource?: ContainerResourceMetricSource | undefined;
  readonly external?: ExternalMetricSource | undefined;
};

export type MetricStatus = {
  readonly type: string;
  readonly object?: ObjectMetricStatus | undefined;
  readonly pods?: PodsMetricStatus | undefined;
  readonly resource?: ResourceMetricStatus | undefined;
  readonly containerResource?: ContainerResourceMetricStatus | undefined;
  readonly external?: ExternalMetricStatus | undefined;
};

export type MetricTarget = {
  readonly type: string;
  readonly value?: string | undefined;
  readonly averageValue?: string | undefined;
  readonly averageUtilization?: number | undefined;
};

export type MetricValueStatus = {
  readonly value?: string | undefined;
  readonly averageValue?: string | undefined;
  readonly averageUtilization?: number | undefined;
};

export type ObjectMetricSource = {
  readonly describedObject: CrossVersionObjectReference;
  readonly target: MetricTarget;
  readonly metric: MetricIdentifier;
};

export type ObjectMetricStatus = {
  readonly metric: MetricIdentifier;
  readonly current: MetricValueStatus;
  readonly describedObject: CrossVersionObjectReference;
};

export type PodsMetricSource = {
  readonly metric: MetricIdentifier;
  readonly target: MetricTarget;
};

export type PodsMetricStatus = {
  readonly metric: MetricIdentifier;
  readonly current: MetricValueStatus;
};

export type ResourceMetricSource = {
  readonly name: string;
  readonly target: MetricTarget;
};

export type ResourceMetricStatus = {
  readonly name: string;
  readonly current: MetricValueStatus;
};
