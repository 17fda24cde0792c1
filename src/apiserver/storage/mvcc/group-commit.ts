import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Clock } from "../../../apimachinery/clock.ts";
import type { Backend, BackendWrite } from "../backend/backend.ts";
import type { Revision } from "../interface.ts";
import { StorageError } from "../storage-error.ts";

/** A pending write. Exactly one of `commit` and `drop` is called, once. */
export interface PendingWrite {
  readonly record: BackendWrite;
  /** Whether a codec of this program has written the text. */
  readonly isOwn: boolean;
  /** Called when the write is durable; makes it readable. */
  commit(): void;
  /** Called if the write failed. */
  drop(): void;
}

/** Decides about the writes of a store. */
export interface Commits {
  /** The newest committed revision. */
  readonly committed: Revision;
  /** The revision of the next write; 0 if the database tells it only afterwards. */
  readonly next: Revision;
  /** Adds a write with revision `next`. Resolves when it is durable. */
  enlist(write: PendingWrite): Promise<void>;
  /** Makes states before a revision unavailable. Resolves when that is durable. */
  compact(revision: Revision): Promise<void>;
  /** Resolves when no write is pending, whether the writes succeeded or failed. */
  idle(): Promise<void>;
}

/** Receives the outcome of batches. */
export interface CommitListener {
  /** Called when all writes of a batch are readable, before their promises resolve. */
  committed(batch: { readonly revision: Revision; readonly writes: readonly PendingWrite[] }): void;
  failed(error: unknown): void;
}

class Batch {
  readonly writes: PendingWrite[] = [];
  readonly records: BackendWrite[] = [];
  readonly done: Promise<void>;
  revision: Revision;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(revision: Revision) {
    this.revision = revision;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Callers that need the result await it; for the others it must not become an unhandled rejection.
    this.done.catch(() => undefined);
  }

  commit(): void {
    for (const write of this.writes) write.commit();
  }

  drop(error: StorageError): void {
    for (const write of this.writes) write.drop();
    this.#reject(error);
  }

  finish(): void {
    this.#resolve();
  }
}

/**
 * Assigns revisions to writes and commits them in groups. One append is in flight at a time, and writes that arrive
 * meanwhile form the next batch. If an append fails, all pending writes fail, since later writes are based on earlier
 * ones.
 */
export class GroupCommit implements Commits {
  readonly #backend: Backend;
  readonly #clock: Pick<Clock, "now">;
  readonly #listener: CommitListener;
  #committed: Revision;
  #last: Revision;
  /** A compaction to store with the next batch. */
  #compact: Revision | undefined;
  #gathering: Batch | undefined;
  #running: Promise<void> | undefined;

  constructor(backend: Backend, clock: Pick<Clock, "now">, committed: Revision, listener: CommitListener) {
    this.#backend = backend;
    this.#clock = clock;
    this.#listener = listener;
    this.#committed = committed;
    this.#last = committed;
  }

  /** The newest committed revision. */
  get committed(): Revision {
    return this.#committed;
  }

  /** The revision of the next write. */
  get next(): Revision {
    return this.#last + 1;
  }

  /** Adds a write with revision `next`. Resolves when it is durable. */
  enlist(write: PendingWrite): Promise<void> {
    this.#last = write.record.revision;
    const batch = this.#gather();
    batch.revision = this.#last;
    batch.writes.push(write);
    batch.records.push(write.record);
    return batch.done;
  }

  /** Stores a compaction together with the next writes, if any. Resolves when it is durable. */
  compact(revision: Revision): Promise<void> {
    this.#compact = Math.max(this.#compact ?? 0, revision);
    return this.#gather().done;
  }

  /** Resolves when no write is pending, whether the writes succeeded or failed. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  #gather(): Batch {
    this.#gathering ??= new Batch(this.#last);
    this.#running ??= this.#run();
    return this.#gathering;
  }

  async #run(): Promise<void> {
    await undefined; // collects all writes of this turn in one batch
    try {
      for (let batch = this.#gathering; batch !== undefined; batch = this.#gathering) {
        this.#gathering = undefined;
        await this.#append(batch);
      }
    } finally {
      this.#running = undefined;
    }
  }

  async #append(batch: Batch): Promise<void> {
    const compact = this.#compact;
    this.#compact = undefined;
    try {
      await this.#backend.append({
        revision: batch.revision,
        at: this.#clock.now(),
        compact,
        writes: batch.records,
        isOwn: batch.writes.every(({ isOwn }) => isOwn),
      });
    } catch (error) {
      if (compact !== undefined) this.#compact = Math.max(this.#compact ?? 0, compact);
      return this.#fail(batch, error);
    }
    this.#succeed(batch);
  }

  #succeed(batch: Batch): void {
    batch.commit();
    this.#committed = batch.revision;
    try {
      this.#listener.committed(batch);
    } finally {
      batch.finish();
    }
  }

  #fail(batch: Batch, cause: unknown): void {
    const error = cause instanceof StorageError ? cause : unreachable(cause);
    const gathered = this.#gathering;
    this.#gathering = undefined;
    batch.drop(error);
    gathered?.drop(error);
    this.#listener.failed(cause);
  }
}

const unreachable = (cause: unknown): StorageError =>
  new StorageError({ code: "Unreachable", message: messageOf(cause) }, { cause });
