import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { defineResource } from "../define-resource.ts";
import { conditionalStrategy } from "../strategies/generic-strategies.ts";
import { ageColumn, nameColumn, stringIn, text } from "../table-cells.ts";

const runtimeClassTable: TableLayout = {
  columns: [nameColumn, text("Handler", "What runs its pods.", (object) => stringIn("", object, "handler")), ageColumn],
};

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
