/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type CrossVersionObjectReference = {
  readonly kind: string;
  readonly name: string;
  readonly apiVersion?: string | undefined;
};

export type HorizontalPodAutoscaler = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: HorizontalPodAutoscalerSpec;
  readonly status: HorizontalPodAutoscalerStatus;
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
  readonly targetCPUUtilizationPercentage?: number | undefined;
};

export type HorizontalPodAutoscalerStatus = {
  readonly observedGeneration?: number | undefined;
  readonly lastScaleTime?: string | undefined;
  readonly currentReplicas: number;
  readonly desiredReplicas: number;
  readonly currentCPUUtilizationPercentage?: number | undefined;
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
  readonly selector?: string | undefined;
};
