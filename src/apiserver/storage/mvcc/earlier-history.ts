import type { Backend, LoggedBatch } from "../backend/backend.ts";
import type { Revision } from "../interface.ts";
import { StorageError } from "../storage-error.ts";
import type { Change, Entry } from "../versioned-table.ts";
import { newDeletion } from "./history.ts";
import type { Chunk } from "./history-window.ts";

/** The changes that led to the state that a store was opened with. */
export interface EarlierChanges {
  /** All that the backend still has, oldest first; those up to the compacted revision among them. */
  readonly changes: readonly Change<Entry>[];
  /** What each commit did. */
  readonly chunks: readonly Chunk[];
}

/**
 * The history from before this opening stays in the backend until a request needs it or the window is full, so that a
 * start need not read it.
 */
export class EarlierHistory {
  readonly #backend: Backend;
  readonly #until: Revision;
  readonly #take: (earlier: EarlierChanges) => void;
  #loaded: boolean;
  #loading: Promise<void> | undefined;

  /** Takes changes up to `until`, which `take` is given once. */
  constructor(backend: Backend, until: Revision, compacted: Revision, take: (earlier: EarlierChanges) => void) {
    this.#backend = backend;
    this.#until = until;
    this.#take = take;
    this.#loaded = compacted >= until;
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  get loading(): boolean {
    return this.#loading !== undefined;
  }

  /** Everything before this opening is compacted: nobody needs it any more. */
  abandon(): void {
    this.#loaded = true;
  }

  /** Resolves when history is complete; rejects with Unreachable when it could not be read, and may be called again. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    if (this.#loaded) return;
    const earlier = await this.#read().catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new StorageError({ code: "Unreachable", message }, { cause });
    });
    if (this.#loaded) return;
    this.#loaded = true;
    this.#take(earlier);
  }

  async #read(): Promise<EarlierChanges> {
    const log = new ChangeLog(this.#until);
    const history = this.#backend.history();
    for await (const batches of history.batches()) for (const batch of batches) log.add(batch);
    for await (const objects of history.objects()) log.addBase(objects);
    return log.finish();
  }
}

/** A write with what stood at its key before: of the first write of a key only the base state knows. */
interface LoggedChange {
  readonly key: string;
  readonly revision: Revision;
  readonly text: string | null;
  readonly previous: LoggedChange | undefined;
  readonly chunk: { upTo: Revision; changes: number; bytes: number; at: number };
}

/** Makes changes of writes, which do not hold what they replaced. */
class ChangeLog {
  readonly #until: Revision;
  readonly #changes: LoggedChange[] = [];
  readonly #newest = new Map<string, LoggedChange>();
  readonly #base = new Map<string, Entry>();

  constructor(until: Revision) {
    this.#until = until;
  }

  add({ at = 0, writes }: LoggedBatch): void {
    const chunk = { upTo: 0, changes: 0, bytes: 0, at };
    for (const { key, revision, text } of writes) {
      if (revision > this.#until) return;
      const change: LoggedChange = { key, revision, text, previous: this.#newest.get(key), chunk };
      this.#newest.set(key, change);
      this.#changes.push(change);
    }
  }

  addBase(objects: readonly Entry[]): void {
    for (const object of objects) if (this.#newest.has(object.key)) this.#base.set(object.key, object);
  }

  finish(): EarlierChanges {
    const made = new Map<LoggedChange, Entry | undefined>();
    const changes: Change<Entry>[] = [];
    const chunks = new Set<Chunk>();
    for (const logged of this.#changes) {
      const { key, revision, text, previous, chunk } = logged;
      const before = previous === undefined ? this.#base.get(key) : made.get(previous);
      const entry = text === null ? undefined : { key, revision, text };
      made.set(logged, entry);
      const after = entry ?? (before && newDeletion(before, revision));
      if (after === undefined) continue; // the deletion of nothing
      changes.push({ key, revision, before, after, deleted: entry === undefined });
      chunk.upTo = revision;
      chunk.changes++;
      chunk.bytes += after.text.length;
      chunks.add(chunk);
    }
    return { changes, chunks: [...chunks] };
  }
}
