import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { ageColumn, at, integer, nameColumn, numberIn, printed, text } from "../table-cells.ts";
import { podDisruptionBudgetStatusStrategy, podDisruptionBudgetStrategy } from "./pod-disruption-budget.ts";

const podDisruptionBudgetTable: TableLayout = {
  columns: [
    nameColumn,
    text("Min Available", "The minimum number of pods that must be available.", (object) =>
      printed("N/A", at(object, "spec", "minAvailable")),
    ),
    text("Max Unavailable", "The maximum number of pods that may be unavailable.", (object) =>
      printed("N/A", at(object, "spec", "maxUnavailable")),
    ),
    integer("Allowed Disruptions", "Calculated number of pods that may be disrupted at this time.", (object) =>
      numberIn(object, "status", "disruptionsAllowed"),
    ),
    ageColumn,
  ],
};

/** The behaviors of policy. */
export const policyBehaviors: GroupBehaviors = {
  poddisruptionbudgets: {
    strategy: podDisruptionBudgetStrategy,
    table: podDisruptionBudgetTable,
    subresourceBehaviors: { status: { strategy: podDisruptionBudgetStatusStrategy } },
  },
};
