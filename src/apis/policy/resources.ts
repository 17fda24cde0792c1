import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).policyBehaviors;

/** policy/v1. */
export const policyResources: readonly BuiltinResource[] = [
  defineResource(
    {
      group: "policy",
      version: "v1",
      resource: "poddisruptionbudgets",
      kind: "PodDisruptionBudget",
      namespaced: true,
      shortNames: ["pdb"],
      subresources: [viewSubresource("status")],
    },
    load,
  ),
];
