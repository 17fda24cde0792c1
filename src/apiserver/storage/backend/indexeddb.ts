import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import {
  reservation,
  type Backend,
  type BackendBatch,
  type BackendCheckpoint,
  type BackendSegment,
  type BackendState,
  type BackendUsage,
  type BackendWrite,
} from "./backend.ts";
import { BackendError, newClosed, newEpochChanged } from "./backend-error.ts";
import { toBackendError } from "./indexeddb-errors.ts";
import { replay } from "./replay.ts";

/** One row: who leads, what is reserved, and which checkpoint counts. */
interface Leader {
  readonly epoch: number;
  readonly reserved: number;
  /** The revision of the checkpoint whose segments count; 0 for none. */
  readonly checkpoint: number;
}

interface Layout extends DBSchema {
  leader: { key: "leader"; value: Leader };
  /** Group commits, by the revision of their last write. */
  batches: { key: number; value: readonly BackendWrite[] };
  /**
   * Segments by revision of their checkpoint and place in it; those of other checkpoints than the leader's are
   * leftovers.
   */
  segments: { key: [checkpoint: number, place: number]; value: BackendSegment };
}

type Database = IDBPDatabase<Layout>;
type StoreName = "leader" | "batches" | "segments";
type Writing = IDBPTransaction<Layout, StoreName[], "readwrite">;

/** How each layout is made of the one before; the first makes one of nothing. */
const migrations: readonly ((database: Database) => void)[] = [
  (database) => {
    database.createObjectStore("leader");
    database.createObjectStore("batches");
    database.createObjectStore("segments");
  },
];

const nobody: Leader = { epoch: 0, reserved: 0, checkpoint: 0 };

export interface IndexedDbOptions {
  readonly name: string;
  /** "strict" also survives a power failure, at several times the latency. */
  readonly durability?: "relaxed" | "strict" | undefined;
  /** The browser's estimate, `navigator.storage.estimate`. */
  readonly estimate?: (() => Promise<BackendUsage>) | undefined;
}

/** Opens the database of that name for leadership: whoever had it open before can write no more. */
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

/** What counts in a database. */
interface Loaded {
  readonly reserved: number;
  readonly segments: readonly BackendSegment[];
  readonly batches: readonly (readonly BackendWrite[])[];
}

/** A new epoch's beginning. */
interface Led {
  readonly before: Leader;
  readonly loaded?: Loaded;
}

type AnyTransaction = IDBPTransaction<Layout, StoreName[], "readonly" | "readwrite">;

const raised = (before: Leader): Leader => ({
  ...before,
  epoch: before.epoch + 1,
  reserved: before.reserved + reservation,
});

async function raise(database: Database): Promise<Led> {
  const transaction = database.transaction("leader", "readwrite", { durability: "strict" });
  sent(transaction.done);
  const before = (await transaction.store.get("leader")) ?? nobody;
  await transaction.store.put(raised(before), "leader");
  await transaction.done;
  return { before };
}

/**
 * One transaction for both, which nobody else's writes can come between, takes half the ways to the database and back.
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

async function readAll(transaction: AnyTransaction, { checkpoint, reserved }: Leader): Promise<Loaded> {
  const [segments, batches] = await Promise.all([
    transaction.objectStore("segments").getAll(ofCheckpoint(checkpoint)),
    transaction.objectStore("batches").getAll(),
  ]);
  return { reserved, segments, batches };
}

/** Whether the connection still stands: the browser or another tab may take it away. */
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
      upgrade(database, oldVersion) {
        for (const migrate of migrations.slice(oldVersion)) migrate(database);
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
  readonly #database: Database;
  readonly #link: DatabaseLink;
  readonly #options: IndexedDbOptions;
  readonly #epoch: number;
  /** What was reserved before this opening. */
  readonly #revision: number;
  /** What was read while the epoch was raised, until `load` takes it. */
  #loaded: Loaded | undefined;

  private constructor(database: Database, link: DatabaseLink, options: IndexedDbOptions, { before, loaded }: Led) {
    this.#database = database;
    this.#link = link;
    this.#options = options;
    this.#epoch = before.epoch + 1;
    this.#revision = before.reserved;
    this.#loaded = loaded;
  }

  /**
   * Raises the epoch and reserves revisions. Everything is read on the way; where that fails, `load` tries again and
   * says why.
   */
  static async lead(database: Database, link: DatabaseLink, options: IndexedDbOptions): Promise<Backend> {
    const led = await raiseAndRead(database).catch(() => raise(database));
    return new IndexedDbBackend(database, link, options, led);
  }

  load(): Promise<BackendState> {
    return this.#guard(async () => {
      const { reserved, segments, batches } = this.#loaded ?? (await read(this.#database));
      this.#loaded = undefined;
      return { revision: this.#revision, reserved, objects: replay(segments, batches.map(toBatch)) };
    });
  }

  append({ revision, reserve, writes }: BackendBatch): Promise<void> {
    const put = (transaction: Writing): void => {
      if (writes.length > 0) sent(transaction.objectStore("batches").put(writes, revision));
    };
    const raise = (transaction: Writing, leader: Leader): void => {
      if (reserve !== undefined)
        sent(
          transaction.objectStore("leader").put({ ...leader, reserved: Math.max(leader.reserved, reserve) }, "leader"),
        );
    };
    return this.#write(["leader", "batches"], raise, put);
  }

  async checkpoint({ revision, segments }: BackendCheckpoint): Promise<void> {
    let isDone = false;
    await this.#write(["leader", "segments"], (transaction, leader) => {
      isDone = leader.checkpoint === revision;
      if (!isDone) sent(transaction.objectStore("segments").delete(ofCheckpoint(revision)));
    });
    if (isDone) return;
    let place = 0;
    for (const segment of segments) {
      const at = place++;
      await this.#write(["leader", "segments"], (transaction) =>
        sent(transaction.objectStore("segments").put(segment, [revision, at])),
      );
    }
    await this.#write(["leader", "segments", "batches"], (transaction, leader) => {
      sent(transaction.objectStore("leader").put({ ...leader, checkpoint: revision }, "leader"));
      sent(transaction.objectStore("batches").delete(IDBKeyRange.upperBound(revision)));
      sent(transaction.objectStore("segments").delete(IDBKeyRange.upperBound([revision, -1])));
      sent(transaction.objectStore("segments").delete(IDBKeyRange.lowerBound([revision, Infinity])));
    });
  }

  async usage(): Promise<BackendUsage> {
    return (await this.#options.estimate?.()) ?? {};
  }

  async close(): Promise<void> {
    this.#link.lose(newClosed());
  }

  /**
   * One transaction that sends the requests of `act`, if nobody else leads by now. Those of `ahead` are sent without
   * waiting for the answer,
   * which saves a way to the database and back; they go with the transaction if somebody else does.
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
        if (leader.epoch !== this.#epoch) throw newEpochChanged();
        act(transaction, leader);
        transaction.commit();
      } catch (err) {
        abort(transaction);
        throw err;
      }
      await transaction.done;
    });
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

/** A request nobody waits for: what becomes of it, becomes of its transaction. */
const sent = (request: Promise<unknown>): void => void request.catch(() => undefined);

/** Without it, the requests before a failed one would be committed. */
function abort(transaction: Writing): void {
  try {
    transaction.abort();
  } catch {
    // It is over already.
  }
}

const toBatch = (writes: readonly BackendWrite[]): Pick<BackendBatch, "writes"> => ({ writes });
