import { defaulter } from "../defaulting.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import {
  mutatingPolicyTable,
  policyBindingTable,
  validatingPolicyTable,
  webhookConfigurationTable,
} from "./columns.ts";
import { bindingDefaults, mutatingWebhookDefaults, policyDefaults, validatingWebhookDefaults } from "./defaults.ts";
import {
  mutatingBindingStrategy,
  mutatingPolicyStrategy,
  validatingBindingStrategy,
  validatingPolicyStatusStrategy,
  validatingPolicyStrategy,
  webhookConfigurationStrategy,
} from "./strategies.ts";

const defaultPolicy = defaulter(policyDefaults);
const bindings = { default: defaulter(bindingDefaults), table: policyBindingTable };

/** The behaviors of admissionregistration.k8s.io. */
export const admissionregistrationBehaviors: GroupBehaviors = {
  mutatingadmissionpolicies: {
    strategy: mutatingPolicyStrategy,
    default: defaultPolicy,
    table: mutatingPolicyTable,
  },
  mutatingadmissionpolicybindings: { strategy: mutatingBindingStrategy, ...bindings },
  mutatingwebhookconfigurations: {
    strategy: webhookConfigurationStrategy,
    default: defaulter(mutatingWebhookDefaults),
    table: webhookConfigurationTable,
  },
  validatingadmissionpolicies: {
    strategy: validatingPolicyStrategy,
    default: defaultPolicy,
    table: validatingPolicyTable,
    subresourceBehaviors: { status: { strategy: validatingPolicyStatusStrategy } },
  },
  validatingadmissionpolicybindings: { strategy: validatingBindingStrategy, ...bindings },
  validatingwebhookconfigurations: {
    strategy: webhookConfigurationStrategy,
    default: defaulter(validatingWebhookDefaults),
    table: webhookConfigurationTable,
  },
};
