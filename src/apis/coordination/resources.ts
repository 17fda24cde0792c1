import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, type ResourceRow } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).coordinationBehaviors;

const define = (row: Omit<ResourceRow, "group" | "namespaced">): BuiltinResource =>
  defineResource({ group: "coordination.k8s.io", namespaced: true, ...row }, load);

const leaseCandidates = (version: string): BuiltinResource =>
  define({
    version,
    resource: "leasecandidates",
    kind: "LeaseCandidate",
    storageVersion: { group: "coordination.k8s.io", version: "v1beta1" },
    servedByDefault: false,
  });

/** coordination.k8s.io: v1, then v1beta1 and v1alpha2 (off by default). */
export const coordinationResources: readonly BuiltinResource[] = [
  define({ version: "v1", resource: "leases", kind: "Lease" }),
  leaseCandidates("v1beta1"),
  leaseCandidates("v1alpha2"),
];
