import type { Defaults } from "../defaulting.ts";

const rule: Defaults = { setPointers: { scope: "*" } };
const selectors = { namespaceSelector: {}, objectSelector: {} };
const webhook: Defaults = {
  setPointers: { failurePolicy: "Fail", matchPolicy: "Equivalent", timeoutSeconds: 10 },
  inside: { ...selectors, clientConfig: { inside: { service: { setPointers: { port: 443 } } } } },
  make: ["namespaceSelector", "objectSelector"],
  each: { rules: rule },
};

export const validatingWebhookDefaults: Defaults = { each: { webhooks: webhook } };
export const mutatingWebhookDefaults: Defaults = {
  each: { webhooks: { ...webhook, setPointers: { ...webhook.setPointers, reinvocationPolicy: "Never" } } },
};

/** admissionregistration SetDefaults_MatchResources. */
const matchResources: Defaults = {
  setPointers: { matchPolicy: "Equivalent" },
  inside: selectors,
  make: ["namespaceSelector", "objectSelector"],
  each: { resourceRules: rule, excludeResourceRules: rule },
};

/** Defaults of validating and mutating admission policies. */
export const policyDefaults: Defaults = {
  inside: { spec: { setPointers: { failurePolicy: "Fail" }, inside: { matchConstraints: matchResources } } },
  make: ["spec"],
};

/** Defaults of their bindings. */
export const bindingDefaults: Defaults = { inside: { spec: { inside: { matchResources } } } };
