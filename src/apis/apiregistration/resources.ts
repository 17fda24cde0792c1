import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { apiServiceTable } from "./columns.ts";

const apiService = objectStrategy({ status: {}, validatesMetadata: true, allowUnconditionalUpdate: false });

/** apiregistration.k8s.io/v1. */
export const apiregistrationResources: readonly ResourceDefinition[] = [
  defineResource({
    group: "apiregistration.k8s.io",
    version: "v1",
    resource: "apiservices",
    kind: "APIService",
    table: apiServiceTable,
    namespaced: false,
    categories: ["api-extensions"],
    storagePrefix: "apiregistration.k8s.io/apiservices",
    strategy: apiService,
    subresources: [viewSubresource("status", statusStrategy(apiService, "kept"))],
  }),
];
