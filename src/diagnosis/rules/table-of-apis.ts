import { apiServiceRules, definitionDeletion, definitionRules } from "./definitions.ts";
import { flowSchemaRules } from "./flow-schemas.ts";
import { heldByFinalizers } from "./generic.ts";
import { policyBindingRules } from "./policy-bindings.ts";
import { accountRules, bindingRules, certificateRules, roleRules } from "./rbac.ts";
import { ingressRules } from "./ingresses.ts";
import type { KindRules } from "./table.ts";
import { policyRules, webhookRules } from "./webhooks-and-policies.ts";

const admission = "admissionregistration.k8s.io";
const rbac = "rbac.authorization.k8s.io";

/** The rules of the kinds by which the API itself is extended, guarded and shared, and reached, by `GROUP/KIND`. */
export const apiRulesByKind: Readonly<Record<string, KindRules>> = {
  "/ServiceAccount": { rules: accountRules },
  "apiextensions.k8s.io/CustomResourceDefinition": {
    deletion: [definitionDeletion, heldByFinalizers],
    rules: definitionRules,
  },
  "apiregistration.k8s.io/APIService": { rules: apiServiceRules },
  "certificates.k8s.io/CertificateSigningRequest": { rules: certificateRules },
  "networking.k8s.io/Ingress": { rules: ingressRules },
  "flowcontrol.apiserver.k8s.io/FlowSchema": { rules: flowSchemaRules },
  [`${rbac}/Role`]: { rules: roleRules },
  [`${rbac}/ClusterRole`]: { rules: roleRules },
  [`${rbac}/RoleBinding`]: { rules: bindingRules },
  [`${rbac}/ClusterRoleBinding`]: { rules: bindingRules },
  [`${admission}/ValidatingWebhookConfiguration`]: { rules: webhookRules },
  [`${admission}/MutatingWebhookConfiguration`]: { rules: webhookRules },
  [`${admission}/ValidatingAdmissionPolicy`]: { rules: policyRules("validatingadmissionpolicybindings") },
  [`${admission}/MutatingAdmissionPolicy`]: { rules: policyRules("mutatingadmissionpolicybindings") },
  [`${admission}/ValidatingAdmissionPolicyBinding`]: { rules: policyBindingRules("ValidatingAdmissionPolicy") },
  [`${admission}/MutatingAdmissionPolicyBinding`]: { rules: policyBindingRules("MutatingAdmissionPolicy") },
};
