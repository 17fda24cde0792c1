import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).schedulingBehaviors;

/** scheduling.k8s.io/v1. */
export const schedulingResources: readonly BuiltinResource[] = [
  defineResource(
    {
      group: "scheduling.k8s.io",
      version: "v1",
      resource: "priorityclasses",
      kind: "PriorityClass",
      namespaced: false,
      shortNames: ["pc"],
    },
    load,
  ),
];
