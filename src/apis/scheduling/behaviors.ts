import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { ageColumn, at, boolean, integer, nameColumn, numberIn, stringIn, text } from "../table-cells.ts";
import { defaultPriorityClass, priorityClassStrategy } from "./priority-class.ts";

const priorityClassTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Value", "How important its pods are.", (object) => numberIn(object, "value")),
    boolean(
      "Global-Default",
      "Whether pods without a class are of it.",
      (object) => at(object, "globalDefault") === true,
    ),
    ageColumn,
    text("PreemptionPolicy", "Whether its pods drive out others.", (object) =>
      stringIn("", object, "preemptionPolicy"),
    ),
  ],
};

/** The behaviors of scheduling.k8s.io. */
export const schedulingBehaviors: GroupBehaviors = {
  priorityclasses: { strategy: priorityClassStrategy, default: defaultPriorityClass, table: priorityClassTable },
};
