import type { LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** The fields of autoscaling/v2 that controllers read and write (k8s.io/api/autoscaling/v2), as views of objects. */

/** The kind and name of an object of the same namespace. */
export interface CrossVersionObjectReference {
  readonly kind: string;
  readonly name: string;
  readonly apiVersion?: string;
}

export interface MetricIdentifier {
  readonly name: string;
  readonly selector?: LabelSelectorSpec;
}

export interface MetricTarget {
  readonly type: string;
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

export interface MetricSpec {
  readonly type: string;
  readonly object?: {
    readonly describedObject: CrossVersionObjectReference;
    readonly target: MetricTarget;
    readonly metric: MetricIdentifier;
  };
  readonly pods?: { readonly metric: MetricIdentifier; readonly target: MetricTarget };
  readonly resource?: { readonly name: string; readonly target: MetricTarget };
  readonly containerResource?: { readonly name: string; readonly target: MetricTarget; readonly container: string };
  readonly external?: { readonly metric: MetricIdentifier; readonly target: MetricTarget };
}

export interface MetricValueStatus {
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

/** The type is empty for a metric whose value is not known. */
export interface MetricStatus {
  readonly type: string;
  readonly object?: {
    readonly metric: MetricIdentifier;
    readonly current: MetricValueStatus;
    readonly describedObject: CrossVersionObjectReference;
  };
  readonly pods?: { readonly metric: MetricIdentifier; readonly current: MetricValueStatus };
  readonly resource?: { readonly name: string; readonly current: MetricValueStatus };
  readonly containerResource?: {
    readonly name: string;
    readonly current: MetricValueStatus;
    readonly container: string;
  };
  readonly external?: { readonly metric: MetricIdentifier; readonly current: MetricValueStatus };
}

export interface ScalingPolicy {
  readonly type: string;
  readonly value: number;
  readonly periodSeconds: number;
}

export interface ScalingRules {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly ScalingPolicy[];
  readonly tolerance?: string;
}

export interface ScalingBehavior {
  readonly scaleUp?: ScalingRules;
  readonly scaleDown?: ScalingRules;
}

export interface AutoscalerCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface AutoscalerStatus {
  readonly lastScaleTime?: string;
  readonly currentReplicas?: number;
  readonly desiredReplicas?: number;
  readonly currentMetrics?: readonly MetricStatus[];
  readonly conditions?: readonly AutoscalerCondition[];
}

export interface HorizontalPodAutoscaler extends KubeObject {
  readonly spec?: {
    readonly scaleTargetRef: CrossVersionObjectReference;
    readonly minReplicas?: number;
    readonly maxReplicas: number;
    readonly metrics?: readonly MetricSpec[];
    readonly behavior?: ScalingBehavior;
  };
  readonly status?: AutoscalerStatus;
}

/** autoscaling/v1 Scale. */
export interface Scale extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number; readonly selector?: string };
}
