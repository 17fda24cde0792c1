import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";

const storageVersionStrategy = objectStrategy({ status: {}, validatesMetadata: true, allowUnconditionalUpdate: false });

/** internal.apiserver.k8s.io/v1alpha1, off by default. */
export const apiserverinternalResources: readonly ResourceDefinition[] = [
  defineResource({
    group: "internal.apiserver.k8s.io",
    version: "v1alpha1",
    resource: "storageversions",
    kind: "StorageVersion",
    namespaced: false,
    servedByDefault: false,
    strategy: storageVersionStrategy,
    subresources: [viewSubresource("status", statusStrategy(storageVersionStrategy, "kept"))],
  }),
];
