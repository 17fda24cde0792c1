import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { acceptFields, nested } from "../field-selectors.ts";

const load = async () => (await import("./behaviors.ts")).certificatesBehaviors;

const define = (row: Omit<ResourceRow, "group">): BuiltinResource =>
  defineResource({ group: "certificates.k8s.io", ...row }, load);

const trustBundles = (version: string): BuiltinResource =>
  define({
    version,
    resource: "clustertrustbundles",
    gate: "ClusterTrustBundle",
    kind: "ClusterTrustBundle",
    namespaced: false,
    servedByDefault: false,
    storageVersion: { group: "certificates.k8s.io", version: "v1beta1" },
    selectableFields: { "spec.signerName": nested("spec", "signerName") },
    fieldLabels: acceptFields(["metadata.name", "spec.signerName"]),
  });

/** certificates.k8s.io: v1, then v1beta1 and v1alpha1 (off by default). */
export const certificatesResources: readonly BuiltinResource[] = [
  define({
    version: "v1",
    resource: "certificatesigningrequests",
    kind: "CertificateSigningRequest",
    namespaced: false,
    shortNames: ["csr"],
    selectableFields: { "spec.signerName": nested("spec", "signerName") },
    fieldLabels: acceptFields(["metadata.name", "spec.signerName"]),
    subresources: [viewSubresource("approval"), viewSubresource("status")],
  }),
  trustBundles("v1beta1"),
  trustBundles("v1alpha1"),
  define({
    version: "v1alpha1",
    resource: "podcertificaterequests",
    gate: "PodCertificateRequest",
    kind: "PodCertificateRequest",
    namespaced: true,
    servedByDefault: false,
    selectableFields: {
      "spec.signerName": nested("spec", "signerName"),
      "spec.podName": nested("spec", "podName"),
      "spec.nodeName": nested("spec", "nodeName"),
    },
    fieldLabels: acceptFields([
      "metadata.name",
      "metadata.namespace",
      "spec.signerName",
      "spec.podName",
      "spec.nodeName",
    ]),
    subresources: [viewSubresource("status")],
  }),
];
