import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";
import { conditionalSpecStatusStrategy } from "../strategies/generic-strategies.ts";
import { statusStrategy } from "../strategies/object-strategy.ts";

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
    strategy: conditionalSpecStatusStrategy,
    subresources: [viewSubresource("status", statusStrategy(conditionalSpecStatusStrategy, "kept"))],
  }),
];
