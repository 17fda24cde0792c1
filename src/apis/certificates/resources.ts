import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { acceptFields, nested } from "../field-selectors.ts";
import { conditionalStrategy } from "../strategies/generic-strategies.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { approvalStrategy, certificateStatusStrategy, certificateStrategy } from "./certificate-signing-request.ts";
import { certificateSigningRequestTable } from "./columns.ts";

const define = (row: Omit<ResourceRow, "group">): ResourceDefinition =>
  defineResource({ group: "certificates.k8s.io", ...row });

const podCertificateRequest = objectStrategy({ status: {}, validatesMetadata: true, allowUnconditionalUpdate: false });

const trustBundles = (version: string): ResourceDefinition =>
  define({
    version,
    resource: "clustertrustbundles",
    gate: "ClusterTrustBundle",
    kind: "ClusterTrustBundle",
    namespaced: false,
    servedByDefault: false,
    storageVersion: { group: "certificates.k8s.io", version: "v1beta1" },
    strategy: conditionalStrategy,
    selectableFields: { "spec.signerName": nested("spec", "signerName") },
    fieldLabels: acceptFields(["metadata.name", "spec.signerName"]),
  });

/** certificates.k8s.io: v1, then v1beta1 and v1alpha1 (off by default). */
export const certificatesResources: readonly ResourceDefinition[] = [
  define({
    version: "v1",
    resource: "certificatesigningrequests",
    kind: "CertificateSigningRequest",
    table: certificateSigningRequestTable,
    namespaced: false,
    shortNames: ["csr"],
    strategy: certificateStrategy,
    selectableFields: { "spec.signerName": nested("spec", "signerName") },
    fieldLabels: acceptFields(["metadata.name", "spec.signerName"]),
    subresources: [viewSubresource("approval", approvalStrategy), viewSubresource("status", certificateStatusStrategy)],
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
    strategy: podCertificateRequest,
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
    subresources: [viewSubresource("status", statusStrategy(podCertificateRequest, "kept"))],
  }),
];
