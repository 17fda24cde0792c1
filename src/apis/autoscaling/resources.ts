import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";
import { defaulter, type Defaults } from "../defaulting.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { autoscalerV1Defaults, autoscalerV2Defaults } from "./defaults.ts";
import { horizontalPodAutoscalerTable } from "./columns.ts";

/** A new object's status is the one of autoscaling/v2, which is what is stored. */
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
