import type {
  Backend,
  BackendBatch,
  BackendCheckpoint,
  BackendHistory,
  BackendSegment,
  BackendState,
  BackendUsage,
  LoggedBatch,
} from "./backend.ts";
import { BackendError, newClosed, newEpochChanged } from "./backend-error.ts";
import { DatabaseLink, openDatabase } from "./indexeddb-database.ts";
import { toBackendError } from "./indexeddb-errors.ts";
import {
  abort,
  checkKeys,
  checkSegments,
  finishRows,
  followRows,
  isLeader,
  isSegmentRow,
  ofCheckpoint,
  readFacts,
  sent,
  toBatchRow,
  toEndRow,
  toLeaderRow,
  toSegmentRow,
  type AnyTransaction,
  type BatchRow,
  type Database,
  type Leader,
  type LogFacts,
  type SegmentRow,
  type StoreName,
  type Writing,
} from "./indexeddb-layout.ts";
import { addSegment, advance, LogFollower, startOfLog, type CheckpointFacts, type LogPosition } from "./log-chain.ts";
import { replay } from "./replay.ts";
import { retain } from "./retention.ts";

export interface IndexedDbOptions {
  readonly name: string;
  /** "strict" also survives a power failure, but has several times the latency. */
  readonly durability?: "relaxed" | "strict" | undefined;
  /** The browser's storage estimate, `navigator.storage.estimate`. */
  readonly estimate?: (() => Promise<BackendUsage>) | undefined;
}

/** Opens the database as its leader. Earlier openings can no longer write. */
export async function openIndexedDbBackend(options: IndexedDbOptions): Promise<Backend> {
  const link = new DatabaseLink();
  const database = await openDatabase(options.name, link);
  link.attach(database);
  try {
    return await IndexedDbBackend.lead(database, link, options);
  } catch (err) {
    database.close();
    throw toBackendError(err);
  }
}

/** The stored data of the newest state, which is as it was written. */
interface Loaded {
  readonly segments: readonly SegmentRow[];
  readonly batches: readonly BatchRow[];
}

/** The result of raising the epoch. */
interface Led extends LogFacts {
  readonly loaded?: Loaded;
}

const allStores: StoreName[] = ["leader", "segments", "batches"];

const raised = (before: Leader): Leader => ({ ...before, epoch: before.epoch + 1 });

/**
 * Raises the epoch and, with `reading`, also reads the newest state in the same transaction. Then no other writes can
 * come in between, and it needs half as many round trips. A damaged database is left as it is.
 */
async function raise(database: Database, name: string, reading: boolean): Promise<Led> {
  const transaction = database.transaction(allStores, "readwrite", { durability: "strict" });
  sent(transaction.done); // awaited below, unless something fails before
  try {
    const before = await readFacts(transaction, name);
    const facts = { ...before, leader: raised(before.leader) };
    sent(transaction.objectStore("leader").put(toLeaderRow(facts.leader), "leader"));
    if (before.leader.epoch === 0) sent(transaction.objectStore("leader").put(toEndRow(facts.end), "end"));
    const loaded = reading ? await readAll(transaction, facts, name) : undefined;
    await transaction.done;
    return { ...facts, ...(loaded !== undefined && { loaded }) };
  } catch (err) {
    abort(transaction);
    throw err;
  }
}

async function read(database: Database, name: string): Promise<Loaded> {
  const transaction = database.transaction(allStores, "readonly");
  sent(transaction.done);
  const loaded = await readAll(transaction, await readFacts(transaction, name), name);
  await transaction.done;
  return loaded;
}

async function readAll(transaction: AnyTransaction, { leader, end }: LogFacts, name: string): Promise<Loaded> {
  const newest = leader.checkpoints.at(-1);
  const behind = IDBKeyRange.lowerBound(newest?.revision ?? 0, true);
  const [segments, batches, revisions] = await Promise.all([
    newest === undefined ? [] : transaction.objectStore("segments").getAll(ofCheckpoint(newest.revision)),
    transaction.objectStore("batches").getAll(behind),
    transaction.objectStore("batches").getAllKeys(behind),
  ]);
  if (newest !== undefined) checkSegments(newest, segments, name);
  const follower = new LogFollower(newest ?? startOfLog, end);
  followRows(follower, batches, name);
  checkKeys(revisions, batches, name);
  finishRows(follower, name);
  return { segments, batches };
}

class IndexedDbBackend implements Backend {
  readonly kind = "indexeddb";
  readonly persistent = true;
  readonly reopens = true;
  readonly #database: Database;
  readonly #link: DatabaseLink;
  readonly #options: IndexedDbOptions;
  /** The leader row as stored when this opening raised the epoch, and the end of the log at that time. */
  readonly #facts: LogFacts;
  /** The place behind the last group commit. */
  #end: LogPosition;
  /** The data read while the epoch was raised, until `load` takes it. */
  #loaded: Loaded | undefined;

  private constructor(database: Database, link: DatabaseLink, options: IndexedDbOptions, { loaded, ...facts }: Led) {
    this.#database = database;
    this.#link = link;
    this.#options = options;
    this.#facts = facts;
    this.#end = facts.end;
    this.#loaded = loaded;
  }

  /** Raises the epoch and reads the newest state. If reading fails, `load` tries again and reports the error. */
  static async lead(database: Database, link: DatabaseLink, options: IndexedDbOptions): Promise<Backend> {
    const led = await raise(database, options.name, true).catch((err: unknown) => {
      if (err instanceof BackendError) throw err;
      return raise(database, options.name, false);
    });
    return new IndexedDbBackend(database, link, options, led);
  }

  load(): Promise<BackendState> {
    return this.#guard(async () => {
      const { segments, batches } = this.#loaded ?? (await read(this.#database, this.#options.name));
      this.#loaded = undefined;
      const { epoch, revision, compacted, checkpoints } = this.#facts.leader;
      return {
        epoch,
        revision: Math.max(revision, checkpoints.at(-1)?.revision ?? 0, this.#end.revision),
        compacted,
        objects: replay(
          segments.map(({ objects }) => objects),
          batches,
        ),
      };
    });
  }

  history(): BackendHistory {
    const { checkpoints, compacted } = this.#facts.leader;
    const { base } = retain(checkpoints.map(revisionOf), compacted);
    const facts = checkpoints.find(({ revision }) => revision === base);
    return {
      batches: () => this.#batchesAfter(facts ?? startOfLog),
      objects: () => this.#segmentsOf(facts),
    };
  }

  async append({ revision, at, compact, writes }: BackendBatch): Promise<void> {
    if (writes.length === 0 && compact === undefined) return this.#write(["leader"], () => undefined);
    const row = writes.length === 0 ? undefined : toBatchRow({ at, writes }, this.#end.batches + 1);
    const end = row === undefined ? this.#end : advance(this.#end, revision, row.sum);
    const put = (transaction: Writing): void => {
      if (row === undefined) return;
      sent(transaction.objectStore("batches").put(row, revision));
      sent(transaction.objectStore("leader").put(toEndRow(end), "end"));
    };
    const forget = (transaction: Writing, leader: Leader): void => {
      if (compact === undefined) return;
      const compacted = Math.max(leader.compacted, compact);
      sent(transaction.objectStore("leader").put(toLeaderRow({ ...leader, compacted }), "leader"));
    };
    await this.#write(["leader", "batches"], forget, put);
    this.#end = end;
  }

  async checkpoint({ revision, compacted, segments }: BackendCheckpoint): Promise<void> {
    const { batches, sum } = this.#end;
    let isDone = false;
    await this.#write(["leader", "segments"], (transaction, { checkpoints }) => {
      isDone = checkpoints.at(-1)?.revision === revision;
      if (!isDone) sent(transaction.objectStore("segments").delete(ofCheckpoint(revision)));
    });
    let count = 0;
    let content = 0;
    for (const segment of isDone ? [] : segments) {
      const place = count++;
      const row = toSegmentRow(segment);
      content = addSegment(content, row.sum);
      await this.#write(["leader", "segments"], (transaction) =>
        sent(transaction.objectStore("segments").put(row, [revision, place])),
      );
    }
    const facts = { revision, batches, sum, segments: count, content };
    await this.#write(["leader", "segments", "batches"], (transaction, leader) => {
      const all = isDone ? leader.checkpoints : [...leader.checkpoints, facts];
      const floor = Math.max(leader.compacted, compacted);
      const { checkpoints, base } = retain(all.map(revisionOf), floor);
      const kept = all.filter((each) => checkpoints.includes(each.revision));
      const row = toLeaderRow({ ...leader, compacted: floor, checkpoints: kept });
      sent(transaction.objectStore("leader").put(row, "leader"));
      sent(transaction.objectStore("batches").delete(IDBKeyRange.upperBound(base)));
      for (const range of gapsBetween(checkpoints)) sent(transaction.objectStore("segments").delete(range));
    });
  }

  async usage(): Promise<BackendUsage> {
    return (await this.#options.estimate?.()) ?? {};
  }

  async close(): Promise<void> {
    this.#link.lose(newClosed());
  }

  /**
   * Runs one transaction that sends the requests of `act` if this opening still leads. The requests of `ahead` are sent
   * before the leader row is read, which saves a round trip; they are rolled back if another opening leads.
   */
  #write(
    stores: StoreName[],
    act: (transaction: Writing, leader: Leader) => void,
    ahead?: (transaction: Writing) => void,
  ): Promise<void> {
    return this.#guard(async () => {
      const transaction = this.#database.transaction(stores, "readwrite", {
        durability: this.#options.durability ?? "relaxed",
      });
      sent(transaction.done); // awaited below, unless something fails before
      try {
        const reading = transaction.objectStore("leader").get("leader");
        sent(reading);
        ahead?.(transaction);
        const leader = await reading;
        if (!isLeader(leader) || leader.epoch !== this.#facts.leader.epoch) throw newEpochChanged();
        act(transaction, leader);
        transaction.commit();
      } catch (err) {
        abort(transaction);
        throw err;
      }
      await transaction.done;
    });
  }

  /** Yields the batches after a place in portions. */
  async *#batchesAfter(base: LogPosition): AsyncIterable<readonly LoggedBatch[]> {
    const { name } = this.#options;
    const follower = new LogFollower(base, this.#facts.end);
    for (;;) {
      const range = IDBKeyRange.lowerBound(follower.position.revision, true);
      const rows = await this.#guard(() => this.#database.getAll("batches", range, batchPortion));
      followRows(follower, rows, name);
      if (rows.length === 0) return finishRows(follower, name);
      yield rows.map(({ at, writes }) => ({ at, writes }));
    }
  }

  /** Yields the segments of a checkpoint one by one. */
  async *#segmentsOf(facts: CheckpointFacts | undefined): AsyncIterable<BackendSegment> {
    if (facts === undefined) return;
    const rows: SegmentRow[] = [];
    for (let place = 0; ; place++) {
      const row = await this.#guard(() => this.#database.get("segments", [facts.revision, place]));
      if (!isSegmentRow(row) || place === facts.segments)
        return checkSegments(facts, row === undefined ? rows : [...rows, row], this.#options.name);
      yield row.objects;
      rows.push(row);
    }
  }

  async #guard<R>(act: () => Promise<R>): Promise<R> {
    this.#link.check();
    try {
      return await act();
    } catch (err) {
      this.#link.check();
      throw toBackendError(err);
    }
  }
}

const revisionOf = ({ revision }: CheckpointFacts): number => revision;

/** Returns the key ranges of all segments that belong to none of these ascending checkpoints. */
function gapsBetween(checkpoints: readonly number[]): IDBKeyRange[] {
  const edges = [-1, ...checkpoints];
  return edges.map((revision, i) => {
    const next = edges[i + 1];
    const from = [revision, Infinity];
    return next === undefined ? IDBKeyRange.lowerBound(from) : IDBKeyRange.bound(from, [next, -1]);
  });
}

/** The number of group commits read at once: large enough for throughput, small enough not to block other tasks. */
const batchPortion = 200;
