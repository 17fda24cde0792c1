import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import { ageColumn, at, nameColumn, sizeOf, stringIn, text, timeSince } from "../table-cells.ts";

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
  columns: [
    nameColumn,
    text("State", "A summary of the current state (allocated, pending, reserved, etc.).", stateText),
    ageColumn,
  ],
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

const taint = (name: string, description: string, member: string): TableColumn =>
  text(name, description, (object) => stringIn("", object, "spec", "taint", member));

export const deviceTaintRuleTable: TableLayout = {
  columns: [
    nameColumn,
    taint("Key", "The key of the taint.", "key"),
    taint("Value", "The value of the taint.", "value"),
    taint("Effect", "What it does to claims that do not tolerate it.", "effect"),
    text("TimeAdded", "How long ago it came.", (object, now) => {
      const time = at(object, "spec", "taint", "timeAdded");
      return typeof time === "string" ? timeSince(time, now) : "";
    }),
    ageColumn,
  ],
};
