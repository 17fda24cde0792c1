import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { endpointSliceDefaults } from "./defaults.ts";
import { endpointSliceTable } from "../small-tables.ts";

const endpointSlice = objectStrategy({
  generation: ["addressType", "endpoints", "ports"],
  countedMetadata: "labels",
  validatesMetadata: true,
});

/** discovery.k8s.io/v1. */
export const discoveryResources: readonly ResourceDefinition[] = [
  defineResource({
    group: "discovery.k8s.io",
    version: "v1",
    resource: "endpointslices",
    kind: "EndpointSlice",
    table: endpointSliceTable,
    namespaced: true,
    strategy: endpointSlice,
    default: defaulter(endpointSliceDefaults),
  }),
];
