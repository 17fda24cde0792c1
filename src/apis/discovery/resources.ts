import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";
import { defaulter, type Defaults, type Fill } from "../defaulting.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { endpointSliceTable } from "./columns.ts";

/** Defaults the name of a port to the empty string. */
const portName: Fill = (port) => (port["name"] === undefined || port["name"] === null ? { ...port, name: "" } : port);

/** discovery/v1 SetDefaults_EndpointPort. */
const endpointSliceDefaults: Defaults = { each: { ports: { set: { protocol: "TCP" }, rules: [portName] } } };

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
