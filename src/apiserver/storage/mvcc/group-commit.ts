import type { Clock } from "../../../apimachinery/clock.ts";
import type { Backend, BackendWrite } from "../backend/backend.ts";
import type { Revision } from "../interface.ts";
import { StorageError } from "../storage-error.ts";

/** A write that is not durable yet. Exactly one of `commit` and `drop` is called, once. */
export interface PendingWrite {
  readonly record: BackendWrite;
  /** It is durable: make it readable. */
  commit(): void;
  /** It was not written. */
  drop(): void;
}

/** What is told of the outcome of batches. */
export interface CommitListener {
  /** All writes of a batch are readable; called before anybody hears that theirs is durable. */
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
    // Everybody who cares awaits it too; those who do not must not make it an unhandled rejection.
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
 * Hands revisions to writes and makes them durable together: one append is in flight, what arrives meanwhile gathers
 * for the next. When an
 * append fails, everything pending goes with it, since later writes were made on top of it.
 */
export class GroupCommit {
  readonly #backend: Backend;
  readonly #clock: Pick<Clock, "now">;
  readonly #listener: CommitListener;
  #committed: Revision;
  #last: Revision;
  /** A compaction that is to be stored with the next batch. */
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

  /** The newest revision that readers see. */
  get committed(): Revision {
    return this.#committed;
  }

  /** The revision that the next write will have. */
  get next(): Revision {
    return this.#last + 1;
  }

  /** Takes in a write that carries `next`; resolves when it is durable. */
  enlist(write: PendingWrite): Promise<void> {
    this.#last = write.record.revision;
    const batch = this.#gather();
    batch.revision = this.#last;
    batch.writes.push(write);
    batch.records.push(write.record);
    return batch.done;
  }

  /** Stores a compaction, with the next writes where there are some; resolves when it is durable. */
  compact(revision: Revision): Promise<void> {
    this.#compact = Math.max(this.#compact ?? 0, revision);
    return this.#gather().done;
  }

  /** Resolves when nothing is pending any more, whatever became of it. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  #gather(): Batch {
    this.#gathering ??= new Batch(this.#last);
    this.#running ??= this.#run();
    return this.#gathering;
  }

  async #run(): Promise<void> {
    await undefined; // all writes of this turn go together
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
    const message = cause instanceof Error ? cause.message : String(cause);
    const error = new StorageError({ code: "Unreachable", message }, { cause });
    const gathered = this.#gathering;
    this.#gathering = undefined;
    batch.drop(error);
    gathered?.drop(error);
    this.#listener.failed(cause);
  }
}
