import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import { conditionalSpecStatusStrategy, conditionalSpecStrategy } from "../strategies/generic-strategies.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { bindingDefaults, mutatingWebhookDefaults, policyDefaults, validatingWebhookDefaults } from "./defaults.ts";
import {
  mutatingPolicyTable,
  policyBindingTable,
  validatingPolicyTable,
  webhookConfigurationTable,
} from "./columns.ts";

const define = (row: Omit<ResourceRow, "group" | "namespaced">): ResourceDefinition =>
  defineResource({ group: "admissionregistration.k8s.io", namespaced: false, categories: ["api-extensions"], ...row });

const webhooks = objectStrategy({ generation: ["webhooks"], validatesMetadata: true, allowUnconditionalUpdate: false });
const unserved = {
  storageVersion: { group: "admissionregistration.k8s.io", version: "v1alpha1" },
  servedByDefault: false,
};
const defaultPolicy = defaulter(policyDefaults);
const defaultBinding = defaulter(bindingDefaults);

const mutatingPolicies = (version: string): readonly ResourceDefinition[] => [
  define({
    ...unserved,
    version,
    resource: "mutatingadmissionpolicies",
    kind: "MutatingAdmissionPolicy",
    table: mutatingPolicyTable,
    strategy: conditionalSpecStrategy,
    default: defaultPolicy,
  }),
  define({
    ...unserved,
    version,
    resource: "mutatingadmissionpolicybindings",
    kind: "MutatingAdmissionPolicyBinding",
    table: policyBindingTable,
    strategy: conditionalSpecStrategy,
    default: defaultBinding,
  }),
];

/** admissionregistration.k8s.io: v1, then v1beta1 and v1alpha1 (off by default). */
export const admissionregistrationResources: readonly ResourceDefinition[] = [
  define({
    version: "v1",
    resource: "mutatingwebhookconfigurations",
    kind: "MutatingWebhookConfiguration",
    table: webhookConfigurationTable,
    strategy: webhooks,
    default: defaulter(mutatingWebhookDefaults),
  }),
  define({
    version: "v1",
    resource: "validatingadmissionpolicies",
    kind: "ValidatingAdmissionPolicy",
    table: validatingPolicyTable,
    strategy: conditionalSpecStatusStrategy,
    default: defaultPolicy,
    subresources: [viewSubresource("status", statusStrategy(conditionalSpecStatusStrategy, "kept"))],
  }),
  define({
    version: "v1",
    resource: "validatingadmissionpolicybindings",
    kind: "ValidatingAdmissionPolicyBinding",
    table: policyBindingTable,
    strategy: conditionalSpecStrategy,
    default: defaultBinding,
  }),
  define({
    version: "v1",
    resource: "validatingwebhookconfigurations",
    kind: "ValidatingWebhookConfiguration",
    table: webhookConfigurationTable,
    strategy: webhooks,
    default: defaulter(validatingWebhookDefaults),
  }),
  ...mutatingPolicies("v1beta1"),
  ...mutatingPolicies("v1alpha1"),
];
