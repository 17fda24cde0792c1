import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";
import { defaultDefinition } from "./defaults.ts";
import { definitionStatusStrategy, definitionStrategy } from "./strategy.ts";

/** apiextensions.k8s.io/v1. */
export const apiextensionsResources: readonly ResourceDefinition[] = [
  defineResource({
    group: "apiextensions.k8s.io",
    version: "v1",
    resource: "customresourcedefinitions",
    kind: "CustomResourceDefinition",
    namespaced: false,
    shortNames: ["crd", "crds"],
    categories: ["api-extensions"],
    storagePrefix: "apiextensions.k8s.io/customresourcedefinitions",
    strategy: definitionStrategy,
    default: defaultDefinition,
    subresources: [viewSubresource("status", definitionStatusStrategy)],
  }),
];
