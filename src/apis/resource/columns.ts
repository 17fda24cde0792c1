import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { ageColumn, at, nameColumn, sizeOf, stringIn, text } from "../table-cells.ts";

/** Table of kinds with only name and age. */
export const plainTable: TableLayout = { columns: [nameColumn, ageColumn] };

function stateText(claim: KubeObject): string {
  const deleted = claim.metadata.deletionTimestamp !== undefined;
  if (at(claim, "status", "allocation") === undefined) return deleted ? "deleted" : "pending";
  const states = [
    ...(deleted ? ["deleted"] : []),
    "allocated",
    ...(sizeOf(at(claim, "status", "reservedFor")) > 0 ? ["reserved"] : []),
  ];
  return states.join(",");
}

export const resourceClaimTable: TableLayout = {
  columns: [nameColumn, text("State", "Whether it has what it claims, and for whom.", stateText), ageColumn],
};

export const resourceSliceTable: TableLayout = {
  columns: [
    nameColumn,
    text("Node", "The node that its devices are on.", (object) => stringIn("", object, "spec", "nodeName")),
    text("Driver", "Whose devices they are.", (object) => stringIn("", object, "spec", "driver")),
    text("Pool", "The pool that they are in.", (object) => stringIn("", object, "spec", "pool", "name")),
    ageColumn,
  ],
};
