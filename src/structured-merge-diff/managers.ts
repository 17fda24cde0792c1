import type { FieldSet } from "./field-set.ts";
import { formatPath, type FieldPath } from "./path-element.ts";

/** The set of fields that a manager owns, and the API version of these fields (fieldpath.VersionedSet). */
export interface VersionedSet {
  readonly set: FieldSet;
  readonly apiVersion: string;
  readonly applied: boolean;
}

/** The set of each manager, by name (fieldpath.ManagedFields). */
export type ManagerSets = Map<string, VersionedSet>;

/** A field that is owned by another manager. */
export interface Conflict {
  readonly manager: string;
  readonly path: FieldPath;
}

/**
 * Rejects an apply that changes fields of other managers (merge.Conflicts). Conflicts are grouped by manager, in order.
 */
export class ConflictsError extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super(
      conflicts.map(({ manager, path }) => `conflict with ${JSON.stringify(manager)}: ${formatPath(path)}`).join("\n"),
    );
    this.conflicts = conflicts;
  }
}
