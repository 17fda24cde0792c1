import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).apiextensionsBehaviors;

/** apiextensions.k8s.io/v1. */
export const apiextensionsResources: readonly BuiltinResource[] = [
  defineResource(
    {
      group: "apiextensions.k8s.io",
      version: "v1",
      resource: "customresourcedefinitions",
      kind: "CustomResourceDefinition",
      namespaced: false,
      shortNames: ["crd", "crds"],
      categories: ["api-extensions"],
      storagePrefix: "apiextensions.k8s.io/customresourcedefinitions",
      subresources: [{ ...viewSubresource("status"), tables: false }],
    },
    load,
  ),
];
