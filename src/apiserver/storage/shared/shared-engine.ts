import type { BackendWrite } from "../backend/backend.ts";
import type { Revision } from "../interface.ts";
import type { CreateEngine, Engine, EngineHost } from "../mvcc/engine.ts";
import type { PendingWrite } from "../mvcc/group-commit.ts";
import type { Table } from "../mvcc/table.ts";
import type { Entry } from "../versioned-table.ts";
import type { Follower, SharedDatabase, SharedEntry, SharedWrite, SharedWrites } from "./shared-database.ts";
import { SharedTable } from "./shared-table.ts";

/** Creates the engines of stores whose data other servers write, too. */
export const createSharedEngine =
  (database: SharedDatabase): CreateEngine =>
  (host, revision) =>
    new SharedEngine(database, host, revision);

/**
 * Writes to a database that has other writers, and follows what all of them commit. What is committed becomes readable
 * in the order of revisions, own writes too: a write is done when its revision has been reached.
 */
export class SharedEngine implements Engine, Follower, SharedWrites {
  readonly next = 0;
  readonly database: SharedDatabase;
  readonly #host: EngineHost;
  readonly #stop: () => void;
  readonly #running = new Set<Promise<unknown>>();
  #committed: Revision;
  /** A question for the newest revision that is asked once the one before has been answered. */
  #asking: Promise<Revision> | undefined;
  #asked: Promise<Revision> | undefined;

  constructor(database: SharedDatabase, host: EngineHost, revision: Revision) {
    this.database = database;
    this.#host = host;
    this.#committed = revision;
    this.#stop = database.follow(revision, this);
  }

  get committed(): Revision {
    return this.#committed;
  }

  newTable<E extends Entry>(...parts: ConstructorParameters<typeof Table<E>>): Table<E> {
    return new SharedTable<E>(this, ...parts);
  }

  /** Writes a text to a key of no table, whatever is there. */
  async enlist(write: PendingWrite): Promise<void> {
    await this.run(this.#overwrite(write.record));
  }

  async #overwrite({ key, text }: BackendWrite): Promise<void> {
    const value = text === null ? undefined : this.database.encode({ key, revision: 0, text });
    for (let expected = 0; ;) {
      const swapped = await this.database.swap({ key, expected, value });
      if (swapped.revision !== undefined) return;
      const { entry } = swapped.found;
      if (entry === undefined && value === undefined) return;
      expected = entry?.revision ?? 0;
    }
  }

  run<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    const done = (): unknown => this.#running.delete(work);
    work.then(done, done);
    return work;
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  compact(revision: Revision): Promise<void> {
    return this.run(this.database.compact(revision));
  }

  newestRevision(): Promise<Revision> {
    this.#asking ??= this.#askNext();
    return this.#asking;
  }

  async #askNext(): Promise<Revision> {
    await this.#asked?.catch(() => undefined);
    this.#asking = undefined;
    this.#asked = this.database.newestRevision();
    return this.#asked;
  }

  changed(revision: Revision, writes: readonly SharedWrite[]): void {
    this.#committed = revision;
    this.#host.absorb(revision, writes);
  }

  restarted(revision: Revision, entries: readonly SharedEntry[]): void {
    this.#committed = revision;
    this.#host.replace(revision, entries);
  }

  compacted(revision: Revision): void {
    this.#host.compacted(revision);
  }

  failed(error: unknown): void {
    this.#host.failed(error);
  }

  close(): void {
    this.#stop();
  }
}
