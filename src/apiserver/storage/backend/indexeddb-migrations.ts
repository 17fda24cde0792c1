import type { IDBPTransaction } from "idb";
import type { BackendSegment, LoggedBatch } from "./backend.ts";
import {
  ofCheckpoint,
  toBatchRow,
  toEndRow,
  toLeaderRow,
  toSegmentRow,
  type Database,
  type Layout,
  type StoreName,
} from "./indexeddb-layout.ts";
import { addSegment, advance, startOfLog, type CheckpointFacts } from "./log-chain.ts";
import { lastRevision } from "./replay.ts";

/** The leader row of the first layout: revisions up to `reserved` may have been assigned, and there was no history. */
interface FirstLeader {
  readonly epoch: number;
  readonly reserved: number;
  readonly checkpoint: number;
}

/** The leader row of the second layout, which knew neither checksums nor the end of the log. */
interface SecondLeader {
  readonly epoch: number;
  readonly revision: number;
  readonly compacted: number;
  readonly checkpoints: readonly number[];
}

type Upgrading = IDBPTransaction<Layout, StoreName[], "versionchange">;

/**
 * Migrations from each layout to the next; the first one creates the database. They run in one transaction, so a
 * database has one of the layouts even if a migration is interrupted.
 */
export const migrations: readonly ((database: Database, transaction: Upgrading) => Promise<void>)[] = [
  async (database) => {
    database.createObjectStore("leader");
    database.createObjectStore("batches");
    database.createObjectStore("segments");
  },
  async (_database, transaction) => {
    const leaders = transaction.objectStore("leader");
    const before: unknown = await leaders.get("leader");
    if (isFirstLeader(before)) await putUnchecked(transaction, migrated(before));
  },
  async (_database, transaction) => {
    const before: unknown = await transaction.objectStore("leader").get("leader");
    if (isSecondLeader(before)) await addChecksums(transaction, before);
  },
];

const isFirstLeader = (row: unknown): row is FirstLeader =>
  typeof row === "object" && row !== null && "reserved" in row;

const isSecondLeader = (row: unknown): row is SecondLeader =>
  typeof row === "object" && row !== null && Array.isArray(Reflect.get(row, "checkpoints"));

/** Stores a leader row of the second layout, which the next migration converts. */
const putUnchecked = (transaction: Upgrading, leader: SecondLeader): Promise<unknown> =>
  (transaction.objectStore("leader") as unknown as { put(row: SecondLeader, key: string): Promise<unknown> }).put(
    leader,
    "leader",
  );

/**
 * Converts a leader row of the first layout. Its epoch must exceed all values that tabs of the first layout exchanged,
 * which were revisions.
 */
const migrated = ({ epoch, reserved, checkpoint }: FirstLeader): SecondLeader => ({
  epoch: Math.max(epoch, reserved),
  revision: reserved,
  compacted: reserved,
  checkpoints: checkpoint === 0 ? [] : [checkpoint],
});

/** Numbers the group commits, and stores the checksums of all that there is. */
async function addChecksums(transaction: Upgrading, leader: SecondLeader): Promise<void> {
  const facts: CheckpointFacts[] = [];
  const left = [...leader.checkpoints].sort((a, b) => a - b);
  let position = startOfLog;
  const passTo = async (revision: number): Promise<void> => {
    for (let checkpoint = left[0]; checkpoint !== undefined && checkpoint <= revision; checkpoint = left[0]) {
      left.shift();
      facts.push({ ...position, revision: checkpoint, ...(await segmentFacts(transaction, checkpoint)) });
    }
  };
  const batches = transaction.objectStore("batches");
  for (let cursor = await batches.openCursor(); cursor !== null; cursor = await cursor.continue()) {
    const batch = toBatch(cursor.value);
    const revision = lastRevision(batch);
    await passTo(revision - 1);
    const row = toBatchRow(batch, position.batches + 1);
    position = advance(position, revision, row.sum);
    await cursor.update(row);
  }
  await passTo(Infinity);
  const leaders = transaction.objectStore("leader");
  await leaders.put(toLeaderRow({ ...leader, checkpoints: facts }), "leader");
  await leaders.put(toEndRow(position), "end");
}

async function segmentFacts(transaction: Upgrading, checkpoint: number) {
  let segments = 0;
  let content = 0;
  const all = transaction.objectStore("segments");
  for (let cursor = await all.openCursor(ofCheckpoint(checkpoint)); cursor !== null; cursor = await cursor.continue()) {
    const row = toSegmentRow(toSegment(cursor.value));
    content = addSegment(content, row.sum);
    await cursor.update(row);
    segments++;
  }
  return { segments, content };
}

/** Reads a row of group commits of an earlier layout: the first one stored plain lists of writes. */
const toBatch = (row: object): LoggedBatch => (Array.isArray(row) ? { writes: row } : (row as LoggedBatch));

/** Reads a row of segments of an earlier layout, which stored plain lists of objects. */
const toSegment = (row: unknown): BackendSegment => row as BackendSegment;
