import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { defineResource } from "../define-resource.ts";
import { ageColumn, at, boolean, integer, nameColumn, numberIn, stringIn, text } from "../table-cells.ts";
import { defaultPriorityClass, priorityClassStrategy } from "./priority-class.ts";

const priorityClassTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Value", "How important its pods are.", (object) => numberIn(object, "value")),
    boolean(
      "Global-Default",
      "Whether pods without a class are of it.",
      (object) => at(object, "globalDefault") === true,
    ),
    ageColumn,
    text("PreemptionPolicy", "Whether its pods drive out others.", (object) =>
      stringIn("", object, "preemptionPolicy"),
    ),
  ],
};

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
