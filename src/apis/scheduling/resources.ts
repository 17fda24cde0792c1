import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource } from "../define-resource.ts";
import { defaultPriorityClass, priorityClassStrategy } from "./priority-class.ts";
import { priorityClassTable } from "../small-tables.ts";

/** scheduling.k8s.io/v1. */
export const schedulingResources: readonly ResourceDefinition[] = [
  defineResource({
    group: "scheduling.k8s.io",
    version: "v1",
    resource: "priorityclasses",
    kind: "PriorityClass",
    table: priorityClassTable,
    namespaced: false,
    shortNames: ["pc"],
    strategy: priorityClassStrategy,
    default: defaultPriorityClass,
  }),
];
