import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";
import { conditionalStrategy } from "../strategies/generic-strategies.ts";
import { runtimeClassTable } from "../small-tables.ts";

/** node.k8s.io/v1. */
export const nodeResources: readonly ResourceDefinition[] = [
  defineResource({
    group: "node.k8s.io",
    version: "v1",
    resource: "runtimeclasses",
    kind: "RuntimeClass",
    table: runtimeClassTable,
    namespaced: false,
    strategy: conditionalStrategy,
  }),
];
