import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { nameColumn, stringIn, text } from "../table-cells.ts";

export const migrationTable: TableLayout = {
  columns: [
    { ...nameColumn, format: "" },
    text("Resource", "Fully qualified resource to migrate", (object) =>
      ["resource", "version", "group"].map((member) => stringIn("", object, "spec", "resource", member)).join("."),
    ),
  ],
};
