import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";

const migration = objectStrategy({ status: {}, validatesMetadata: true, allowUnconditionalUpdate: false });

/** storagemigration.k8s.io/v1alpha1, off by default. */
export const storagemigrationResources: readonly ResourceDefinition[] = [
  defineResource({
    group: "storagemigration.k8s.io",
    version: "v1alpha1",
    resource: "storageversionmigrations",
    gate: "StorageVersionMigrator",
    kind: "StorageVersionMigration",
    namespaced: false,
    servedByDefault: false,
    strategy: migration,
    subresources: [viewSubresource("status", statusStrategy(migration, "kept"))],
  }),
];
