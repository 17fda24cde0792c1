import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).discoveryBehaviors;

/** discovery.k8s.io/v1. */
export const discoveryResources: readonly BuiltinResource[] = [
  defineResource(
    {
      group: "discovery.k8s.io",
      version: "v1",
      resource: "endpointslices",
      kind: "EndpointSlice",
      namespaced: true,
    },
    load,
  ),
];
