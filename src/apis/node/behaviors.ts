import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { defaulter } from "../defaulting.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { runtimeClassDefaults, runtimeClassStrategy } from "./runtime-class.ts";
import { ageColumn, nameColumn, stringIn, text } from "../table-cells.ts";

const runtimeClassTable: TableLayout = {
  columns: [nameColumn, text("Handler", "What runs its pods.", (object) => stringIn("", object, "handler")), ageColumn],
};

/** The behaviors of node.k8s.io. */
export const nodeBehaviors: GroupBehaviors = {
  runtimeclasses: {
    strategy: runtimeClassStrategy,
    default: defaulter(runtimeClassDefaults),
    table: runtimeClassTable,
  },
};
