import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import { conditionalSpecStrategy, conditionalStrategy, plainStrategy } from "../strategies/generic-strategies.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { csiDriverDefaults } from "./defaults.ts";
import { defaultStorageClass, storageClassStrategy } from "./storage-class.ts";
import {
  csiDriverTable,
  csiNodeTable,
  csiStorageCapacityTable,
  storageClassTable,
  volumeAttachmentTable,
  volumeAttributesClassTable,
} from "./columns.ts";

const define = (
  row: Omit<ResourceRow, "group" | "namespaced"> & { readonly namespaced?: boolean },
): ResourceDefinition => defineResource({ group: "storage.k8s.io", namespaced: false, ...row });

const volumeAttachment = objectStrategy({
  status: { attached: false },
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
});

const volumeAttributesClasses = (version: string): ResourceDefinition =>
  define({
    version,
    resource: "volumeattributesclasses",
    kind: "VolumeAttributesClass",
    table: volumeAttributesClassTable,
    shortNames: ["vac"],
    strategy: plainStrategy,
    storageVersion: { group: "storage.k8s.io", version: "v1beta1" },
    servedByDefault: version === "v1",
  });

/** storage.k8s.io: v1, then v1beta1 and v1alpha1 (off by default). */
export const storageResources: readonly ResourceDefinition[] = [
  define({
    version: "v1",
    resource: "csidrivers",
    kind: "CSIDriver",
    table: csiDriverTable,
    strategy: conditionalSpecStrategy,
    default: defaulter(csiDriverDefaults),
  }),
  define({ version: "v1", resource: "csinodes", kind: "CSINode", table: csiNodeTable, strategy: conditionalStrategy }),
  define({
    version: "v1",
    resource: "csistoragecapacities",
    kind: "CSIStorageCapacity",
    table: csiStorageCapacityTable,
    namespaced: true,
    strategy: conditionalStrategy,
  }),
  define({
    version: "v1",
    resource: "storageclasses",
    kind: "StorageClass",
    table: storageClassTable,
    shortNames: ["sc"],
    strategy: storageClassStrategy,
    default: defaultStorageClass,
  }),
  define({
    version: "v1",
    resource: "volumeattachments",
    kind: "VolumeAttachment",
    table: volumeAttachmentTable,
    strategy: volumeAttachment,
    subresources: [viewSubresource("status", statusStrategy(volumeAttachment, "kept"))],
  }),
  volumeAttributesClasses("v1"),
  volumeAttributesClasses("v1beta1"),
  volumeAttributesClasses("v1alpha1"),
];
