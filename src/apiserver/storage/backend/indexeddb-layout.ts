import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";
import type { BackendSegment, LoggedBatch } from "./backend.ts";
import { BackendError } from "./backend-error.ts";
import {
  addSegment,
  digestBatch,
  digestRecord,
  digestSegment,
  type LogFollower,
  startOfLog,
  type CheckpointFacts,
  type LogPosition,
} from "./log-chain.ts";
import { lastRevision } from "./replay.ts";

/** The single leader row: the epoch of the current leader and the state of the log. */
export interface Leader {
  readonly epoch: number;
  /** At most the newest group commit's revision, unless an older layout assigned revisions without writing. */
  readonly revision: number;
  readonly compacted: number;
  /** The valid checkpoints by ascending revision. */
  readonly checkpoints: readonly CheckpointFacts[];
}

/** A row that describes the log, with a checksum of its other members. */
type Checked<T> = T & { readonly check: number };

/** A group commit with its number in the log, from 1, and the checksum of its content. */
export interface BatchRow extends LoggedBatch {
  readonly place: number;
  readonly sum: number;
}

/** A segment of a checkpoint with the checksum of its content. */
export interface SegmentRow {
  readonly objects: BackendSegment;
  readonly sum: number;
}

/** The rows of the database. A row that is read may be anything, since it may be damaged. */
export interface Layout extends DBSchema {
  /** `leader` is the leader row; `end` the place behind the last group commit, written together with it. */
  leader: { key: "leader" | "end"; value: Checked<Leader> | Checked<LogPosition> };
  /** Group commits by the revision of their last write. */
  batches: { key: number; value: BatchRow };
  /**
   * Segments by the revision of their checkpoint and their index in it. Segments of checkpoints not listed in the
   * leader row are leftovers.
   */
  segments: { key: [checkpoint: number, place: number]; value: SegmentRow };
}

export type Database = IDBPDatabase<Layout>;
export type StoreName = "leader" | "batches" | "segments";
export type Writing = IDBPTransaction<Layout, StoreName[], "readwrite">;
export type AnyTransaction = IDBPTransaction<Layout, StoreName[], "readonly" | "readwrite" | "versionchange">;

/** The leader row of a new database. */
export const nobody: Leader = { epoch: 0, revision: 0, compacted: 0, checkpoints: [] };

const leaderMembers = ({ epoch, revision, compacted, checkpoints }: Leader): Leader => ({
  epoch,
  revision,
  compacted,
  checkpoints: checkpoints.map(({ revision: at, batches, sum, segments, content }) => ({
    revision: at,
    batches,
    sum,
    segments,
    content,
  })),
});

const endMembers = ({ revision, batches, sum }: LogPosition): LogPosition => ({ revision, batches, sum });

const withCheck = <T extends object>(members: T): Checked<T> => ({ ...members, check: digestRecord(members) });

/** Returns the stored form of a leader row. */
export const toLeaderRow = (leader: Leader): Checked<Leader> => withCheck(leaderMembers(leader));

/** Returns the stored form of the end of the log. */
export const toEndRow = (end: LogPosition): Checked<LogPosition> => withCheck(endMembers(end));

const isChecked = <T extends object>(row: unknown, members: (row: T) => T): row is Checked<T> => {
  try {
    return (row as Checked<T>).check === digestRecord(members(row as T));
  } catch {
    return false; // a member is missing
  }
};

/** Whether a row of the store `leader` is the leader row. */
export const isLeader = (row: Checked<Leader> | Checked<LogPosition> | undefined): row is Checked<Leader> =>
  row !== undefined && "epoch" in row;

/** Whether a stored row is a leader row as it was written. */
export const isLeaderRow = (row: unknown): row is Checked<Leader> => isChecked(row, leaderMembers);

/** Whether a stored row is the end of the log as it was written. */
export const isEndRow = (row: unknown): row is Checked<LogPosition> => isChecked(row, endMembers);

/** The error of a database that does not hold what was written to it. */
export const newDamaged = (name: string, why: string): BackendError =>
  new BackendError(
    "Corrupt",
    `The browser's database ${name} is damaged: ${why}. Nothing was changed. Export what can be read, repair the database, or start anew.`,
  );

/** What is known of the log before any of it is read. */
export interface LogFacts {
  readonly leader: Leader;
  readonly end: LogPosition;
}

/** Reads the rows that describe the log; throws Corrupt if they are damaged or missing. */
export async function readFacts(transaction: AnyTransaction, name: string): Promise<LogFacts> {
  const leaders = transaction.objectStore("leader");
  const [leader, end] = await Promise.all([leaders.get("leader"), leaders.get("end")]);
  if (leader === undefined && end === undefined) {
    await refuseLeftovers(transaction, name);
    return { leader: nobody, end: startOfLog };
  }
  if (!isLeaderRow(leader))
    throw newDamaged(name, `its leader row ${leader === undefined ? "is missing" : "is damaged"}`);
  if (!isEndRow(end))
    throw newDamaged(name, `the row of its log's end ${end === undefined ? "is missing" : "is damaged"}`);
  return { leader, end };
}

async function refuseLeftovers(transaction: AnyTransaction, name: string): Promise<void> {
  const [batches, segments] = await Promise.all([
    transaction.objectStore("batches").count(),
    transaction.objectStore("segments").count(),
  ]);
  if (batches + segments > 0) throw newDamaged(name, "its leader row is missing");
}

/** Returns the stored form of a group commit. */
export const toBatchRow = ({ at, writes }: LoggedBatch, place: number): BatchRow => ({
  at,
  writes,
  place,
  sum: digestBatch({ at, writes }),
});

/** Returns the stored form of a segment. */
export const toSegmentRow = (objects: BackendSegment): SegmentRow => ({ objects, sum: digestSegment(objects) });

/** Whether a row of group commits is as it was written. */
export const isBatchRow = (row: unknown): row is BatchRow => isIntact(row as BatchRow, digestBatch);

/** Whether a row of segments is as it was written. */
export const isSegmentRow = (row: unknown): row is SegmentRow =>
  isIntact(row as SegmentRow, ({ objects }) => digestSegment(objects));

function isIntact<R extends { readonly sum: number }>(row: R, digest: (row: R) => number): boolean {
  try {
    return row.sum === digest(row);
  } catch {
    return false; // it does not have the members of such a row
  }
}

/** Takes rows of group commits in order; throws Corrupt if one is missing or not as it was written. */
export function followRows(follower: LogFollower, rows: readonly BatchRow[], name: string): void {
  for (const row of rows) {
    const { revision } = follower.position;
    if (!isBatchRow(row)) throw newDamaged(name, `the group commit after revision ${revision} is not what was written`);
    const problem = follower.take(lastRevision(row), row.sum, row.place);
    if (problem !== undefined) throw newDamaged(name, problem);
  }
}

/**
 * Checks that rows of group commits stand at the keys of their revisions; throws Corrupt if one does not: the next ones
 * would take the place of a row that stands behind the end.
 */
export function checkKeys(keys: readonly number[], rows: readonly BatchRow[], name: string): void {
  const moved = rows.findIndex((row, at) => lastRevision(row) !== keys[at]);
  const row = rows[moved];
  if (row !== undefined)
    throw newDamaged(name, `the group commit of revision ${lastRevision(row)} stands at ${keys[moved]}`);
}

/** Checks that the known end of the log was reached; throws Corrupt otherwise. */
export function finishRows(follower: LogFollower, name: string): void {
  const problem = follower.finish();
  if (problem !== undefined) throw newDamaged(name, problem);
}

/** Checks the segments of a checkpoint; throws Corrupt if one is missing or not as it was written. */
export function checkSegments(facts: CheckpointFacts, rows: readonly SegmentRow[], name: string): void {
  const named = `of the checkpoint of revision ${facts.revision}`;
  const damaged = rows.findIndex((row) => !isSegmentRow(row));
  if (damaged >= 0) throw newDamaged(name, `segment ${damaged + 1} ${named} is not what was written`);
  if (rows.length !== facts.segments)
    throw newDamaged(name, `${rows.length} of ${facts.segments} segments ${named} are there`);
  const content = rows.reduce((sum, row) => addSegment(sum, row.sum), 0);
  if (content !== facts.content) throw newDamaged(name, `the segments ${named} are not those that were written`);
}

/** Ignores the result of a request; its failure also fails its transaction. */
export const sent = (request: Promise<unknown>): void => void request.catch(() => undefined);

/** Aborts a transaction. Without this, the requests before a failed one would be committed. */
export function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has finished already.
  }
}

/** Returns the keys of the segments of a checkpoint. */
export const ofCheckpoint = (revision: number): IDBKeyRange => IDBKeyRange.bound([revision, 0], [revision, Infinity]);
