import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).apiregistrationBehaviors;

/** apiregistration.k8s.io/v1. */
export const apiregistrationResources: readonly BuiltinResource[] = [
  defineResource(
    {
      group: "apiregistration.k8s.io",
      version: "v1",
      resource: "apiservices",
      kind: "APIService",
      namespaced: false,
      categories: ["api-extensions"],
      storagePrefix: "apiregistration.k8s.io/apiservices",
      subresources: [{ ...viewSubresource("status"), tables: false }],
    },
    load,
  ),
];
