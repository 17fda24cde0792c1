import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { ageColumn, at, integer, nameColumn, numberIn, printed, text } from "../table-cells.ts";

const podDisruptionBudget = objectStrategy({
  status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
});

const podDisruptionBudgetTable: TableLayout = {
  columns: [
    nameColumn,
    text("Min Available", "How many pods must stay.", (object) => printed("N/A", at(object, "spec", "minAvailable"))),
    text("Max Unavailable", "How many pods may go.", (object) => printed("N/A", at(object, "spec", "maxUnavailable"))),
    integer("Allowed Disruptions", "How many pods may go now.", (object) =>
      numberIn(object, "status", "disruptionsAllowed"),
    ),
    ageColumn,
  ],
};

/** policy/v1. */
export const policyResources: readonly ResourceDefinition[] = [
  defineResource({
    group: "policy",
    version: "v1",
    resource: "poddisruptionbudgets",
    kind: "PodDisruptionBudget",
    table: podDisruptionBudgetTable,
    namespaced: true,
    shortNames: ["pdb"],
    strategy: podDisruptionBudget,
    subresources: [viewSubresource("status", statusStrategy(podDisruptionBudget))],
  }),
];
