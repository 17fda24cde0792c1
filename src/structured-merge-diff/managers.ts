import type { FieldSet } from "./field-set.ts";
import { formatPath, type FieldPath } from "./path-element.ts";

/** What one manager owns, in the version that its fields are of (fieldpath.VersionedSet). */
export interface VersionedSet {
  readonly set: FieldSet;
  readonly apiVersion: string;
  readonly applied: boolean;
}

/** What is owned by whom (fieldpath.ManagedFields). */
export type ManagerSets = Map<string, VersionedSet>;

/** A field that somebody else owns. */
export interface Conflict {
  readonly manager: string;
  readonly path: FieldPath;
}

/** An apply that would change what others own (merge.Conflicts); grouped by manager, in order. */
export class ConflictsError extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super(
      conflicts.map(({ manager, path }) => `conflict with ${JSON.stringify(manager)}: ${formatPath(path)}`).join("\n"),
    );
    this.conflicts = conflicts;
  }
}
