import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).storageBehaviors;

const define = (row: Omit<ResourceRow, "group" | "namespaced"> & { readonly namespaced?: boolean }): BuiltinResource =>
  defineResource({ group: "storage.k8s.io", namespaced: false, ...row }, load);

const volumeAttributesClasses = (version: string): BuiltinResource =>
  define({
    version,
    resource: "volumeattributesclasses",
    kind: "VolumeAttributesClass",
    shortNames: ["vac"],
    storageVersion: { group: "storage.k8s.io", version: "v1beta1" },
    servedByDefault: version === "v1",
  });

/** storage.k8s.io: v1, then v1beta1 and v1alpha1 (off by default). */
export const storageResources: readonly BuiltinResource[] = [
  define({
    version: "v1",
    resource: "csidrivers",
    kind: "CSIDriver",
  }),
  define({ version: "v1", resource: "csinodes", kind: "CSINode" }),
  define({
    version: "v1",
    resource: "csistoragecapacities",
    kind: "CSIStorageCapacity",
    namespaced: true,
  }),
  define({
    version: "v1",
    resource: "storageclasses",
    kind: "StorageClass",
    shortNames: ["sc"],
  }),
  define({
    version: "v1",
    resource: "volumeattachments",
    kind: "VolumeAttachment",
    subresources: [viewSubresource("status")],
  }),
  volumeAttributesClasses("v1"),
  volumeAttributesClasses("v1beta1"),
  volumeAttributesClasses("v1alpha1"),
];
