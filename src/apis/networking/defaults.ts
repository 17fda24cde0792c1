import type { Defaults, Fill } from "../defaulting.ts";
import { recordsAt } from "../record.ts";

const protocol: Defaults = { each: { ports: { set: { protocol: "TCP" } } } };

/** Defaults policyTypes: Ingress, and Egress if the policy has egress rules. */
const policyTypes: Fill = (spec) => {
  const { policyTypes: types } = spec;
  if (Array.isArray(types) && types.length > 0) return spec;
  return { ...spec, policyTypes: recordsAt(spec, "egress").length > 0 ? ["Ingress", "Egress"] : ["Ingress"] };
};

/** networking/v1 SetDefaults_NetworkPolicy. */
export const networkPolicyDefaults: Defaults = {
  inside: { spec: { each: { ingress: protocol, egress: protocol }, rules: [policyTypes] } },
  make: ["spec"],
};

/** networking/v1 SetDefaults_IngressClass. */
export const ingressClassDefaults: Defaults = {
  inside: { spec: { inside: { parameters: { set: { scope: "Cluster" } } } } },
};
