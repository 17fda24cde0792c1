import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { acceptFields, nested } from "../field-selectors.ts";

const load = async () => (await import("./behaviors.ts")).resourceBehaviors;

const define = (row: Omit<ResourceRow, "group">): BuiltinResource =>
  defineResource({ group: "resource.k8s.io", ...row }, load);

const versioned = (version: string): readonly BuiltinResource[] => {
  const shared = {
    version,
    storageVersion: { group: "resource.k8s.io", version: "v1beta2" },
    servedByDefault: version === "v1",
  };
  return [
    define({
      ...shared,
      resource: "deviceclasses",
      kind: "DeviceClass",
      namespaced: false,
    }),
    define({
      ...shared,
      resource: "resourceclaims",
      kind: "ResourceClaim",
      namespaced: true,
      subresources: [viewSubresource("status")],
    }),
    define({
      ...shared,
      resource: "resourceclaimtemplates",
      kind: "ResourceClaimTemplate",
      namespaced: true,
    }),
    define({
      ...shared,
      resource: "resourceslices",
      kind: "ResourceSlice",
      namespaced: false,
      selectableFields: { "spec.driver": nested("spec", "driver"), "spec.nodeName": nested("spec", "nodeName") },
      fieldLabels: acceptFields(
        ["metadata.name", "spec.nodeName", "spec.driver"],
        (label) => `field label not supported for resource.k8s.io/${version}, Kind=ResourceSlice: ${label}`,
      ),
    }),
  ];
};

/** resource.k8s.io: v1, then v1beta2, v1beta1 and v1alpha3 (off by default). */
export const resourceResources: readonly BuiltinResource[] = [
  ...versioned("v1"),
  ...versioned("v1beta2"),
  ...versioned("v1beta1"),
  define({
    version: "v1alpha3",
    resource: "devicetaintrules",
    kind: "DeviceTaintRule",
    namespaced: false,
    servedByDefault: false,
  }),
];
