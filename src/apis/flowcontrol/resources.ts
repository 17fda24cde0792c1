import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import { specStatusStrategy } from "../strategies/generic-strategies.ts";
import { statusStrategy } from "../strategies/object-strategy.ts";
import { flowSchemaDefaults, priorityLevelDefaults } from "./defaults.ts";
import { flowSchemaTable, priorityLevelTable } from "./columns.ts";

const define = (row: Omit<ResourceRow, "group" | "version" | "namespaced">): ResourceDefinition =>
  defineResource({ group: "flowcontrol.apiserver.k8s.io", version: "v1", namespaced: false, ...row });

/** flowcontrol.apiserver.k8s.io/v1. */
export const flowcontrolResources: readonly ResourceDefinition[] = [
  define({
    resource: "flowschemas",
    kind: "FlowSchema",
    table: flowSchemaTable,
    strategy: specStatusStrategy,
    default: defaulter(flowSchemaDefaults),
    subresources: [viewSubresource("status", statusStrategy(specStatusStrategy, "kept"))],
  }),
  define({
    resource: "prioritylevelconfigurations",
    kind: "PriorityLevelConfiguration",
    table: priorityLevelTable,
    strategy: specStatusStrategy,
    default: defaulter(priorityLevelDefaults),
    subresources: [viewSubresource("status", statusStrategy(specStatusStrategy, "kept"))],
  }),
];
