import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).apiserverinternalBehaviors;

/** internal.apiserver.k8s.io/v1alpha1, off by default. */
export const apiserverinternalResources: readonly BuiltinResource[] = [
  defineResource(
    {
      group: "internal.apiserver.k8s.io",
      version: "v1alpha1",
      resource: "storageversions",
      kind: "StorageVersion",
      namespaced: false,
      servedByDefault: false,
      subresources: [viewSubresource("status")],
    },
    load,
  ),
];
