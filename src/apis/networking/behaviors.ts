import { defaulter } from "../defaulting.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { ingressClassTable, ingressTable, ipAddressTable, networkPolicyTable, serviceCidrTable } from "./columns.ts";
import { ingressStatusStrategy, ingressStrategy } from "./ingress.ts";
import { ingressClassDefaults, ingressClassStrategy } from "./ingress-class.ts";
import { ipAddressStrategy } from "./ip-address.ts";
import { networkPolicyDefaults, networkPolicyStrategy } from "./network-policy.ts";
import { serviceCidrStatusStrategy, serviceCidrStrategy } from "./service-cidr.ts";

/** The behaviors of networking.k8s.io. */
export const networkingBehaviors: GroupBehaviors = {
  ingressclasses: {
    strategy: ingressClassStrategy,
    default: defaulter(ingressClassDefaults),
    table: ingressClassTable,
  },
  ingresses: {
    strategy: ingressStrategy,
    table: ingressTable,
    subresourceBehaviors: { status: { strategy: ingressStatusStrategy } },
  },
  ipaddresses: { strategy: ipAddressStrategy, table: ipAddressTable },
  networkpolicies: {
    strategy: networkPolicyStrategy,
    default: defaulter(networkPolicyDefaults),
    table: networkPolicyTable,
  },
  servicecidrs: {
    strategy: serviceCidrStrategy,
    table: serviceCidrTable,
    subresourceBehaviors: { status: { strategy: serviceCidrStatusStrategy } },
  },
};
