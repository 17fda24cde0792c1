import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import { acceptFields, nested } from "../field-selectors.ts";
import { plainStrategy, specStrategy } from "../strategies/generic-strategies.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { claimDefaults, claimTemplateDefaults } from "./defaults.ts";
import { plainTable, resourceClaimTable, resourceSliceTable } from "./columns.ts";

const define = (row: Omit<ResourceRow, "group">): ResourceDefinition =>
  defineResource({ group: "resource.k8s.io", ...row });

const resourceClaim = objectStrategy({ status: {}, validatesMetadata: true });

const versioned = (version: string): readonly ResourceDefinition[] => {
  const shared = {
    version,
    storageVersion: { group: "resource.k8s.io", version: "v1beta1" },
    servedByDefault: version === "v1",
  };
  return [
    define({
      ...shared,
      resource: "deviceclasses",
      kind: "DeviceClass",
      table: plainTable,
      namespaced: false,
      strategy: specStrategy,
    }),
    define({
      ...shared,
      resource: "resourceclaims",
      kind: "ResourceClaim",
      table: resourceClaimTable,
      namespaced: true,
      strategy: resourceClaim,
      default: defaulter(claimDefaults(version)),
      subresources: [viewSubresource("status", statusStrategy(resourceClaim, "kept"))],
    }),
    define({
      ...shared,
      resource: "resourceclaimtemplates",
      kind: "ResourceClaimTemplate",
      table: plainTable,
      namespaced: true,
      strategy: plainStrategy,
      default: defaulter(claimTemplateDefaults(version)),
    }),
    define({
      ...shared,
      resource: "resourceslices",
      kind: "ResourceSlice",
      table: resourceSliceTable,
      namespaced: false,
      strategy: specStrategy,
      selectableFields: { "spec.driver": nested("spec", "driver"), "spec.nodeName": nested("spec", "nodeName") },
      fieldLabels: acceptFields(
        ["metadata.name", "spec.nodeName", "spec.driver"],
        (label) => `field label not supported for resource.k8s.io/${version}, Kind=ResourceSlice: ${label}`,
      ),
    }),
  ];
};

/** resource.k8s.io: v1, then v1beta2, v1beta1 and v1alpha3 (off by default). */
export const resourceResources: readonly ResourceDefinition[] = [
  ...versioned("v1"),
  ...versioned("v1beta2"),
  ...versioned("v1beta1"),
  define({
    version: "v1alpha3",
    resource: "devicetaintrules",
    kind: "DeviceTaintRule",
    namespaced: false,
    strategy: specStrategy,
    servedByDefault: false,
  }),
];
