/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type ContainerResourceMetricSource = {
  readonly name: string;
  readonly targetAverageUtilization?: number | undefined;
  readonly targetAverageValue?: string | undefined;
  readonly container: string;
};

export type ContainerResourceMetricStatus = {
  readonly name: string;
  readonly currentAverageUtilization?: number | undefined;
  readonly currentAverageValue: string;
  readonly container: string;
};

export type CrossVersionObjectReference = {
  readonly kind: string;
  readonly name: string;
  readonly apiVersion?: string | undefined;
};

export type ExternalMetricSource = {
  readonly metricName: string;
  readonly metricSelector?: LabelSelector | undefined;
  readonly targetValue?: string | undefined;
  readonly targetAverageValue?: string | undefined;
};

export type ExternalMetricStatus = {
  readonly metricName: string;
  readonly metricSelector?: LabelSelector | undefined;
  readonly currentValue: string;
  readonly currentAverageValue?: string | undefined;
};

export type HorizontalPodAutoscaler = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: HorizontalPodAutoscalerSpec;
  readonly status: HorizontalPodAutoscalerStatus;
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
};

export type HorizontalPodAutoscalerStatus = {
  readonly observedGeneration?: number | undefined;
  readonly lastScaleTime?: string | undefined;
  readonly currentReplicas: number;
  readonly desiredReplicas: number;
  readonly currentMetrics: readonly MetricStatus[] | null;
  readonly conditions: readonly HorizontalPodAutoscalerCondition[] | null;
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

export type ObjectMetricSource = {
  readonly target: CrossVersionObjectReference;
  readonly metricName: string;
  readonly targetValue: string;
  readonly selector?: LabelSelector | undefined;
  readonly averageValue?: string | undefined;
};

export type ObjectMetricStatus = {
  readonly target: CrossVersionObjectReference;
  readonly metricName: string;
  readonly currentValue: string;
  readonly selector?: LabelSelector | undefined;
  readonly averageValue?: string | undefined;
};

export type PodsMetricSource = {
  readonly metricName: string;
  readonly targetAverageValue: string;
  readonly selector?: LabelSelector | undefined;
};

export type PodsMetricStatus = {
  readonly metricName: string;
  readonly currentAverageValue: string;
  readonly selector?: LabelSelector | undefined;
};

export type ResourceMetricSource = {
  readonly name: string;
  readonly targetAverageUtilization?: number | undefined;
  readonly targetAverageValue?: string | undefined;
};

export type ResourceMetricStatus = {
  readonly name: string;
  readonly currentAverageUtilization?: number | undefined;
  readonly currentAverageValue: string;
};
