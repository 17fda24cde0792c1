import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import { plainStrategy, specStrategy } from "../strategies/generic-strategies.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { ingressClassDefaults, networkPolicyDefaults } from "./defaults.ts";
import { ingressClassTable, ingressTable, ipAddressTable, networkPolicyTable, serviceCidrTable } from "./columns.ts";

const define = (row: Omit<ResourceRow, "group">): ResourceDefinition =>
  defineResource({ group: "networking.k8s.io", ...row });

const ingress = objectStrategy({ status: { loadBalancer: {} }, generation: ["spec"], validatesMetadata: true });
const serviceCidr = objectStrategy({ status: {}, validatesMetadata: true });
const stored = { group: "networking.k8s.io", version: "v1" };

const ipAddresses = (version: string): ResourceDefinition =>
  define({
    version,
    resource: "ipaddresses",
    kind: "IPAddress",
    table: ipAddressTable,
    namespaced: false,
    shortNames: ["ip"],
    strategy: plainStrategy,
    storageVersion: stored,
    servedByDefault: version === "v1",
  });

const serviceCidrs = (version: string): ResourceDefinition =>
  define({
    version,
    resource: "servicecidrs",
    kind: "ServiceCIDR",
    table: serviceCidrTable,
    namespaced: false,
    strategy: serviceCidr,
    storageVersion: stored,
    servedByDefault: version === "v1",
    subresources: [viewSubresource("status", statusStrategy(serviceCidr))],
  });

/** networking.k8s.io: v1, then v1beta1 (off by default). */
export const networkingResources: readonly ResourceDefinition[] = [
  define({
    version: "v1",
    resource: "ingressclasses",
    kind: "IngressClass",
    table: ingressClassTable,
    namespaced: false,
    strategy: specStrategy,
    default: defaulter(ingressClassDefaults),
  }),
  define({
    version: "v1",
    resource: "ingresses",
    kind: "Ingress",
    table: ingressTable,
    namespaced: true,
    shortNames: ["ing"],
    storagePrefix: "ingress",
    strategy: ingress,
    subresources: [viewSubresource("status", statusStrategy(ingress))],
  }),
  ipAddresses("v1"),
  define({
    version: "v1",
    resource: "networkpolicies",
    kind: "NetworkPolicy",
    table: networkPolicyTable,
    namespaced: true,
    shortNames: ["netpol"],
    strategy: specStrategy,
    default: defaulter(networkPolicyDefaults),
  }),
  serviceCidrs("v1"),
  ipAddresses("v1beta1"),
  serviceCidrs("v1beta1"),
];
