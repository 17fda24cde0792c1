import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { podDisruptionBudgetTable } from "../small-tables.ts";

const podDisruptionBudget = objectStrategy({
  status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
});

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
