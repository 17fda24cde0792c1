import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).admissionregistrationBehaviors;

const define = (row: Omit<ResourceRow, "group" | "namespaced">): BuiltinResource =>
  defineResource(
    { group: "admissionregistration.k8s.io", namespaced: false, categories: ["api-extensions"], ...row },
    load,
  );

const unserved = {
  storageVersion: { group: "admissionregistration.k8s.io", version: "v1alpha1" },
  servedByDefault: false,
};
const mutatingPolicies = (version: string): readonly BuiltinResource[] => [
  define({
    ...unserved,
    version,
    resource: "mutatingadmissionpolicies",
    kind: "MutatingAdmissionPolicy",
  }),
  define({
    ...unserved,
    version,
    resource: "mutatingadmissionpolicybindings",
    kind: "MutatingAdmissionPolicyBinding",
  }),
];

/** admissionregistration.k8s.io: v1, then v1beta1 and v1alpha1 (off by default). */
export const admissionregistrationResources: readonly BuiltinResource[] = [
  define({
    version: "v1",
    resource: "mutatingwebhookconfigurations",
    kind: "MutatingWebhookConfiguration",
  }),
  define({
    version: "v1",
    resource: "validatingadmissionpolicies",
    kind: "ValidatingAdmissionPolicy",
    subresources: [viewSubresource("status")],
  }),
  define({
    version: "v1",
    resource: "validatingadmissionpolicybindings",
    kind: "ValidatingAdmissionPolicyBinding",
  }),
  define({
    version: "v1",
    resource: "validatingwebhookconfigurations",
    kind: "ValidatingWebhookConfiguration",
  }),
  ...mutatingPolicies("v1beta1"),
  ...mutatingPolicies("v1alpha1"),
];
