import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).networkingBehaviors;

const define = (row: Omit<ResourceRow, "group">): BuiltinResource =>
  defineResource({ group: "networking.k8s.io", ...row }, load);

const stored = { group: "networking.k8s.io", version: "v1" };

const ipAddresses = (version: string): BuiltinResource =>
  define({
    version,
    resource: "ipaddresses",
    kind: "IPAddress",
    namespaced: false,
    shortNames: ["ip"],
    storageVersion: stored,
    servedByDefault: version === "v1",
  });

const serviceCidrs = (version: string): BuiltinResource =>
  define({
    version,
    resource: "servicecidrs",
    kind: "ServiceCIDR",
    namespaced: false,
    storageVersion: stored,
    servedByDefault: version === "v1",
    subresources: [viewSubresource("status")],
  });

/** networking.k8s.io: v1, then v1beta1 (off by default). */
export const networkingResources: readonly BuiltinResource[] = [
  define({
    version: "v1",
    resource: "ingressclasses",
    kind: "IngressClass",
    namespaced: false,
  }),
  define({
    version: "v1",
    resource: "ingresses",
    kind: "Ingress",
    namespaced: true,
    shortNames: ["ing"],
    storagePrefix: "ingress",
    subresources: [viewSubresource("status")],
  }),
  ipAddresses("v1"),
  define({
    version: "v1",
    resource: "networkpolicies",
    kind: "NetworkPolicy",
    namespaced: true,
    shortNames: ["netpol"],
  }),
  serviceCidrs("v1"),
  ipAddresses("v1beta1"),
  serviceCidrs("v1beta1"),
];
