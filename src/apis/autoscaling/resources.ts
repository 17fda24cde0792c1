import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).autoscalingBehaviors;

const autoscalers = (version: string): BuiltinResource =>
  defineResource(
    {
      group: "autoscaling",
      version,
      resource: "horizontalpodautoscalers",
      kind: "HorizontalPodAutoscaler",
      namespaced: true,
      shortNames: ["hpa"],
      categories: ["all"],
      storageVersion: { group: "autoscaling", version: "v2" },
      subresources: [viewSubresource("status")],
    },
    load,
  );

/** autoscaling: v2, then v1. */
export const autoscalingResources: readonly BuiltinResource[] = [autoscalers("v2"), autoscalers("v1")];
