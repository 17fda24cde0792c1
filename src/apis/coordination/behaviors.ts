import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { ageColumn, nameColumn, stringIn, text } from "../table-cells.ts";
import { leaseCandidateStrategy } from "./lease-candidate.ts";
import { leaseStrategy } from "./lease.ts";

const leaseTable: TableLayout = {
  columns: [
    nameColumn,
    text("Holder", "Who has it.", (object) => stringIn("", object, "spec", "holderIdentity")),
    ageColumn,
  ],
};

const candidate = (name: string, description: string, member: string): TableColumn =>
  text(name, description, (object) => stringIn("", object, "spec", member));

const leaseCandidateTable: TableLayout = {
  columns: [
    nameColumn,
    candidate("LeaseName", "The lease it is a candidate for.", "leaseName"),
    candidate("BinaryVersion", "", "binaryVersion"),
    candidate("EmulationVersion", "", "emulationVersion"),
    ageColumn,
  ],
};

/** The behaviors of coordination.k8s.io. */
export const coordinationBehaviors: GroupBehaviors = {
  leases: { strategy: leaseStrategy, table: leaseTable },
  leasecandidates: { strategy: leaseCandidateStrategy, table: leaseCandidateTable },
};
