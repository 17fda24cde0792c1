import type { Revision } from "../interface.ts";
import type { Entry } from "../versioned-table.ts";
import type { Commits } from "./group-commit.ts";
import type { Table } from "./table.ts";

/** A version that a database tells of; for a deletion, null. */
export interface ForeignWrite {
  readonly key: string;
  readonly revision: Revision;
  readonly entry: Entry | null;
}

/** What a store offers to its engine. */
export interface EngineHost {
  /** Makes committed writes readable, in the order of their revisions. */
  absorb(revision: Revision, writes: readonly ForeignWrite[]): void;
  /** Replaces everything by the state at a revision, where what happened in between is not known: watches end. */
  replace(revision: Revision, entries: readonly Entry[]): void;
  /** Notes that the database has no states before a revision any more. */
  compacted(revision: Revision): void;
  /** Notes that the database does not answer, and why. */
  failed(error: unknown): void;
}

/** Decides about the writes of a store in place of its own group commit, and tells it what was committed. */
export interface Engine extends Commits {
  newTable<E extends Entry>(...parts: ConstructorParameters<typeof Table<E>>): Table<E>;
  close(): void;
}

/** Creates the engine of a store that has the state of a revision. */
export type CreateEngine = (host: EngineHost, revision: Revision) => Engine;
