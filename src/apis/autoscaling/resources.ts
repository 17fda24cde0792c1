import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";
import { defaulter, type Defaults, type Fill } from "../defaulting.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { horizontalPodAutoscalerTable } from "./columns.ts";

const cpuAt80 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

const scaleUp: Defaults = {
  set: {
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
    policies: [
      { type: "Pods", value: 4, periodSeconds: 15 },
      { type: "Percent", value: 100, periodSeconds: 15 },
    ],
  },
};
const scaleDown: Defaults = {
  set: { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] },
};

/** Defaults the metrics to 80 % CPU utilization. */
const metrics: Fill = (spec) =>
  Array.isArray(spec["metrics"]) && spec["metrics"].length > 0 ? spec : { ...spec, metrics: [cpuAt80] };

/** autoscaling/v2 SetDefaults_HorizontalPodAutoscaler. */
const autoscalerV2Defaults: Defaults = {
  inside: {
    spec: {
      set: { minReplicas: 1 },
      inside: { behavior: { inside: { scaleUp, scaleDown }, make: ["scaleUp", "scaleDown"] } },
      rules: [metrics],
    },
  },
  make: ["spec"],
};

/** autoscaling/v1 SetDefaults_HorizontalPodAutoscaler. */
const autoscalerV1Defaults: Defaults = { inside: { spec: { set: { minReplicas: 1 } } }, make: ["spec"] };

/** A new object's status has the form of autoscaling/v2, the storage version. */
const autoscaler = objectStrategy({ status: { desiredReplicas: 0, currentMetrics: null }, validatesMetadata: true });

const autoscalers = (version: string, defaults: Defaults): ResourceDefinition =>
  defineResource({
    group: "autoscaling",
    version,
    resource: "horizontalpodautoscalers",
    kind: "HorizontalPodAutoscaler",
    table: horizontalPodAutoscalerTable,
    namespaced: true,
    shortNames: ["hpa"],
    categories: ["all"],
    storageVersion: { group: "autoscaling", version: "v2" },
    strategy: autoscaler,
    default: defaulter(defaults),
    subresources: [viewSubresource("status", statusStrategy(autoscaler))],
  });

/** autoscaling: v2, then v1. */
export const autoscalingResources: readonly ResourceDefinition[] = [
  autoscalers("v2", autoscalerV2Defaults),
  autoscalers("v1", autoscalerV1Defaults),
];
