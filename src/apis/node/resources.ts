import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).nodeBehaviors;

/** node.k8s.io/v1. */
export const nodeResources: readonly BuiltinResource[] = [
  defineResource(
    {
      group: "node.k8s.io",
      version: "v1",
      resource: "runtimeclasses",
      kind: "RuntimeClass",
      namespaced: false,
    },
    load,
  ),
];
