import type { GroupBehaviors } from "../define-resource.ts";
import { migrationTable } from "./columns.ts";
import { migrationStatusStrategy, migrationStrategy } from "./storage-version-migration.ts";

/** The behaviors of storagemigration.k8s.io. */
export const storagemigrationBehaviors: GroupBehaviors = {
  storageversionmigrations: {
    strategy: migrationStrategy,
    table: migrationTable,
    subresourceBehaviors: { status: { strategy: migrationStatusStrategy } },
  },
};
