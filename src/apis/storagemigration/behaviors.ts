import type { GroupBehaviors } from "../define-resource.ts";
import { migrationStatusStrategy, migrationStrategy } from "./storage-version-migration.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { nameColumn, stringIn, text } from "../table-cells.ts";

const migrationTable: TableLayout = {
  columns: [
    { ...nameColumn, format: "" },
    text("Resource", "Fully qualified resource to migrate", (object) =>
      ["resource", "version", "group"].map((member) => stringIn("", object, "spec", "resource", member)).join("."),
    ),
  ],
};

/** The behaviors of storagemigration.k8s.io. */
export const storagemigrationBehaviors: GroupBehaviors = {
  storageversionmigrations: {
    strategy: migrationStrategy,
    table: migrationTable,
    subresourceBehaviors: { status: { strategy: migrationStatusStrategy } },
  },
};
