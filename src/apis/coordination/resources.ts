import { isConfigMapKey } from "../../apimachinery/validation/names.ts";
import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { defineResource, type ResourceRow } from "../define-resource.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { ageColumn, nameColumn, stringIn, text } from "../table-cells.ts";
import { leaseStrategy } from "./lease.ts";

const define = (row: Omit<ResourceRow, "group" | "namespaced">): ResourceDefinition =>
  defineResource({ group: "coordination.k8s.io", namespaced: true, ...row });

const leaseCandidate = objectStrategy({
  validatesMetadata: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validateName: isConfigMapKey,
});

const leaseCandidates = (version: string): ResourceDefinition =>
  define({
    version,
    resource: "leasecandidates",
    kind: "LeaseCandidate",
    strategy: leaseCandidate,
    storageVersion: { group: "coordination.k8s.io", version: "v1beta1" },
    servedByDefault: false,
  });

const leaseTable: TableLayout = {
  columns: [
    nameColumn,
    text("Holder", "Who has it.", (object) => stringIn("", object, "spec", "holderIdentity")),
    ageColumn,
  ],
};

/** coordination.k8s.io: v1, then v1beta1 and v1alpha2 (off by default). */
export const coordinationResources: readonly ResourceDefinition[] = [
  define({ version: "v1", resource: "leases", kind: "Lease", table: leaseTable, strategy: leaseStrategy }),
  leaseCandidates("v1beta1"),
  leaseCandidates("v1alpha2"),
];
