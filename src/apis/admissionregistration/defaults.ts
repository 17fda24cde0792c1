import type { Defaults } from "../defaulting.ts";

const rule: Defaults = { set: { scope: "*" } };
const selectors = { namespaceSelector: {}, objectSelector: {} };
const webhook: Defaults = {
  set: { failurePolicy: "Fail", matchPolicy: "Equivalent", timeoutSeconds: 10 },
  inside: { ...selectors, clientConfig: { inside: { service: { set: { port: 443 } } } } },
  make: ["namespaceSelector", "objectSelector"],
  each: { rules: rule },
};

export const validatingWebhookDefaults: Defaults = { each: { webhooks: webhook } };
export const mutatingWebhookDefaults: Defaults = {
  each: { webhooks: { ...webhook, set: { ...webhook.set, reinvocationPolicy: "Never" } } },
};

/** admissionregistration SetDefaults_MatchResources. */
const matchResources: Defaults = {
  set: { matchPolicy: "Equivalent" },
  inside: selectors,
  make: ["namespaceSelector", "objectSelector"],
  each: { resourceRules: rule, excludeResourceRules: rule },
};

/** Defaults of validating and mutating admission policies. */
export const policyDefaults: Defaults = {
  inside: { spec: { set: { failurePolicy: "Fail" }, inside: { matchConstraints: matchResources } } },
  make: ["spec"],
};

/** Defaults of their bindings. */
export const bindingDefaults: Defaults = { inside: { spec: { inside: { matchResources } } } };
