import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).storagemigrationBehaviors;

/** storagemigration.k8s.io/v1alpha1, off by default. */
export const storagemigrationResources: readonly BuiltinResource[] = [
  defineResource(
    {
      group: "storagemigration.k8s.io",
      version: "v1alpha1",
      resource: "storageversionmigrations",
      gate: "StorageVersionMigrator",
      kind: "StorageVersionMigration",
      namespaced: false,
      servedByDefault: false,
      subresources: [viewSubresource("status")],
    },
    load,
  ),
];
