import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import type {
  Backend,
  BackendBatch,
  BackendCheckpoint,
  BackendHistory,
  BackendSegment,
  BackendState,
  BackendUsage,
  BackendWrite,
  LoggedBatch,
} from "./backend.ts";
import { BackendError, newClosed, newEpochChanged } from "./backend-error.ts";
import { toBackendError } from "./indexeddb-errors.ts";
import { lastRevision, replay } from "./replay.ts";
import { retain } from "./retention.ts";

/** The single leader row: the epoch of the current leader and the state of the log. */
interface Leader {
  readonly epoch: number;
  /** At most the newest group commit's revision, unless an older layout assigned revisions without writing. */
  readonly revision: number;
  readonly compacted: number;
  /** The revisions of the valid checkpoints, ascending. */
  readonly checkpoints: readonly number[];
}

/** The leader row of the first layout: revisions up to `reserved` may have been assigned, and there was no history. */
interface FirstLeader {
  readonly epoch: number;
  readonly reserved: number;
  readonly checkpoint: number;
}

interface Layout extends DBSchema {
  leader: { key: "leader"; value: Leader };
  /** Group commits by the revision of their last write. The first layout stored plain lists of writes. */
  batches: { key: number; value: LoggedBatch | readonly BackendWrite[] };
  /**
   * Segments by the revision of their checkpoint and their index in it. Segments of checkpoints not listed in the
   * leader row are leftovers.
   */
  segments: { key: [checkpoint: number, place: number]; value: BackendSegment };
}

type Database = IDBPDatabase<Layout>;
type StoreName = "leader" | "batches" | "segments";
type Writing = IDBPTransaction<Layout, StoreName[], "readwrite">;

type Upgrading = IDBPTransaction<Layout, StoreName[], "versionchange">;

/** Migrations from each layout to the next; the first one creates the database. */
const migrations: readonly ((database: Database, transaction: Upgrading) => void)[] = [
  (database) => {
    database.createObjectStore("leader");
    database.createObjectStore("batches");
    database.createObjectStore("segments");
  },
  (_database, transaction) => {
    const leaders = transaction.objectStore("leader");
    sent(
      leaders.get("leader").then((before: Leader | FirstLeader | undefined) => {
        if (before !== undefined && "reserved" in before) sent(leaders.put(migrated(before), "leader"));
      }),
    );
  },
];

/**
 * Converts a leader row of the first layout. Its epoch must exceed all values that tabs of the first layout exchanged,
 * which were revisions.
 */
const migrated = ({ epoch, reserved, checkpoint }: FirstLeader): Leader => ({
  epoch: Math.max(epoch, reserved),
  revision: reserved,
  compacted: reserved,
  checkpoints: checkpoint === 0 ? [] : [checkpoint],
});

const nobody: Leader = { epoch: 0, revision: 0, compacted: 0, checkpoints: [] };

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

/** The stored data of the newest state. */
interface Loaded {
  readonly segments: readonly BackendSegment[];
  readonly batches: readonly LoggedBatch[];
}

/** The result of raising the epoch. */
interface Led {
  readonly before: Leader;
  readonly loaded?: Loaded;
}

type AnyTransaction = IDBPTransaction<Layout, StoreName[], "readonly" | "readwrite">;

const raised = (before: Leader): Leader => ({ ...before, epoch: before.epoch + 1 });

async function raise(database: Database): Promise<Led> {
  const transaction = database.transaction("leader", "readwrite", { durability: "strict" });
  sent(transaction.done);
  const before = (await transaction.store.get("leader")) ?? nobody;
  await transaction.store.put(raised(before), "leader");
  await transaction.done;
  return { before };
}

/**
 * Raises the epoch and reads the newest state in one transaction. No other writes can come in between, and it needs
 * half as many round trips.
 */
async function raiseAndRead(database: Database): Promise<Led> {
  const transaction = database.transaction(["leader", "segments", "batches"], "readwrite", { durability: "strict" });
  sent(transaction.done); // awaited below, unless something fails before
  const leaders = transaction.objectStore("leader");
  const before = (await leaders.get("leader")) ?? nobody;
  const leader = raised(before);
  sent(leaders.put(leader, "leader"));
  const loaded = await readAll(transaction, leader);
  await transaction.done;
  return { before, loaded };
}

async function read(database: Database): Promise<Loaded> {
  const transaction = database.transaction(["leader", "segments", "batches"], "readonly");
  sent(transaction.done);
  const loaded = await readAll(transaction, (await transaction.objectStore("leader").get("leader")) ?? nobody);
  await transaction.done;
  return loaded;
}

async function readAll(transaction: AnyTransaction, { checkpoints }: Leader): Promise<Loaded> {
  const newest = checkpoints.at(-1) ?? 0;
  const [segments, batches] = await Promise.all([
    transaction.objectStore("segments").getAll(ofCheckpoint(newest)),
    transaction.objectStore("batches").getAll(IDBKeyRange.lowerBound(newest, true)),
  ]);
  return { segments, batches: batches.map(toBatch) };
}

/** Tracks whether the connection is open. The browser or another tab can close it. */
class DatabaseLink {
  #database: Database | undefined;
  #lost: BackendError | undefined;

  attach(database: Database): void {
    this.#database = database;
  }

  check(): void {
    if (this.#lost !== undefined) throw this.#lost;
  }

  lose(error: BackendError): void {
    this.#lost ??= error;
    this.#database?.close();
  }
}

function openDatabase(name: string, link: DatabaseLink): Promise<Database> {
  return new Promise((resolve, reject) => {
    const opening = openDB<Layout>(name, migrations.length, {
      upgrade(database, oldVersion, _newVersion, transaction) {
        for (const migrate of migrations.slice(oldVersion)) migrate(database, transaction);
      },
      blocked() {
        reject(
          new BackendError(
            "UpgradeBlocked",
            "Another tab holds an older version of this data open. Close it and reload.",
          ),
        );
        void opening.then(
          (database) => database.close(),
          () => undefined,
        );
      },
      blocking: () =>
        link.lose(
          new BackendError(
            "ConnectionLost",
            "A newer version of this program has taken over this data. Reload the page.",
          ),
        ),
      terminated: () =>
        link.lose(
          new BackendError(
            "ConnectionLost",
            "The browser has closed the database, perhaps because its data was cleared. Reload the page.",
          ),
        ),
    });
    opening.then(resolve, (err: unknown) => reject(toBackendError(err)));
  });
}

class IndexedDbBackend implements Backend {
  readonly kind = "indexeddb";
  readonly persistent = true;
  readonly reopens = true;
  readonly #database: Database;
  readonly #link: DatabaseLink;
  readonly #options: IndexedDbOptions;
  /** The leader row as stored when this opening raised the epoch. */
  readonly #leader: Leader;
  /** The data read while the epoch was raised, until `load` takes it. */
  #loaded: Loaded | undefined;

  private constructor(database: Database, link: DatabaseLink, options: IndexedDbOptions, { before, loaded }: Led) {
    this.#database = database;
    this.#link = link;
    this.#options = options;
    this.#leader = raised(before);
    this.#loaded = loaded;
  }

  /** Raises the epoch and reads the newest state. If reading fails, `load` tries again and reports the error. */
  static async lead(database: Database, link: DatabaseLink, options: IndexedDbOptions): Promise<Backend> {
    const led = await raiseAndRead(database).catch(() => raise(database));
    return new IndexedDbBackend(database, link, options, led);
  }

  load(): Promise<BackendState> {
    return this.#guard(async () => {
      const { segments, batches } = this.#loaded ?? (await read(this.#database));
      this.#loaded = undefined;
      const { epoch, revision, compacted, checkpoints } = this.#leader;
      const last = batches.at(-1);
      return {
        epoch,
        revision: Math.max(revision, checkpoints.at(-1) ?? 0, last === undefined ? 0 : lastRevision(last)),
        compacted,
        objects: replay(segments, batches),
      };
    });
  }

  history(): BackendHistory {
    const { checkpoints, compacted } = this.#leader;
    const { base } = retain(checkpoints, compacted);
    return { batches: () => this.#batchesAfter(base), objects: () => this.#segmentsOf(base) };
  }

  append({ revision, at, compact, writes }: BackendBatch): Promise<void> {
    const put = (transaction: Writing): void => {
      if (writes.length > 0) sent(transaction.objectStore("batches").put({ at, writes }, revision));
    };
    const forget = (transaction: Writing, leader: Leader): void => {
      if (compact === undefined) return;
      const compacted = Math.max(leader.compacted, compact);
      sent(transaction.objectStore("leader").put({ ...leader, compacted }, "leader"));
    };
    return this.#write(["leader", "batches"], forget, put);
  }

  async checkpoint({ revision, compacted, segments }: BackendCheckpoint): Promise<void> {
    let isDone = false;
    await this.#write(["leader", "segments"], (transaction, { checkpoints }) => {
      isDone = checkpoints.at(-1) === revision;
      if (!isDone) sent(transaction.objectStore("segments").delete(ofCheckpoint(revision)));
    });
    let place = 0;
    for (const segment of isDone ? [] : segments) {
      const at = place++;
      await this.#write(["leader", "segments"], (transaction) =>
        sent(transaction.objectStore("segments").put(segment, [revision, at])),
      );
    }
    await this.#write(["leader", "segments", "batches"], (transaction, leader) => {
      const floor = Math.max(leader.compacted, compacted);
      const { checkpoints, base } = retain([...new Set([...leader.checkpoints, revision])], floor);
      sent(transaction.objectStore("leader").put({ ...leader, compacted: floor, checkpoints }, "leader"));
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
        const leader = (await reading) ?? nobody;
        if (leader.epoch !== this.#leader.epoch) throw newEpochChanged();
        act(transaction, leader);
        transaction.commit();
      } catch (err) {
        abort(transaction);
        throw err;
      }
      await transaction.done;
    });
  }

  /** Yields the batches after a revision in portions. */
  async *#batchesAfter(base: number): AsyncIterable<readonly LoggedBatch[]> {
    for (let after = base; ;) {
      const range = IDBKeyRange.lowerBound(after, true);
      const values = await this.#guard(() => this.#database.getAll("batches", range, batchPortion));
      const batches = values.map(toBatch);
      const last = batches.at(-1);
      if (last === undefined) return;
      yield batches;
      after = lastRevision(last);
    }
  }

  /** Yields the segments of a checkpoint one by one. */
  async *#segmentsOf(checkpoint: number): AsyncIterable<BackendSegment> {
    for (let place = 0; ; place++) {
      const segment = await this.#guard(() => this.#database.get("segments", [checkpoint, place]));
      if (segment === undefined) return;
      yield segment;
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

const ofCheckpoint = (revision: number): IDBKeyRange => IDBKeyRange.bound([revision, 0], [revision, Infinity]);

/** Returns the key ranges of all segments that belong to none of these ascending checkpoints. */
function gapsBetween(checkpoints: readonly number[]): IDBKeyRange[] {
  const edges = [-1, ...checkpoints];
  return edges.map((revision, i) => {
    const next = edges[i + 1];
    const from = [revision, Infinity];
    return next === undefined ? IDBKeyRange.lowerBound(from) : IDBKeyRange.bound(from, [next, -1]);
  });
}

/** Ignores the result of a request; its failure also fails its transaction. */
const sent = (request: Promise<unknown>): void => void request.catch(() => undefined);

/** Aborts a transaction. Without this, the requests before a failed one would be committed. */
function abort(transaction: Writing): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has finished already.
  }
}

/** The number of group commits read at once: large enough for throughput, small enough not to block other tasks. */
const batchPortion = 200;

const isBare = (value: LoggedBatch | readonly BackendWrite[]): value is readonly BackendWrite[] => Array.isArray(value);

const toBatch = (value: LoggedBatch | readonly BackendWrite[]): LoggedBatch =>
  isBare(value) ? { writes: value } : value;
