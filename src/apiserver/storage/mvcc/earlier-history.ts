import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Backend, LoggedBatch } from "../backend/backend.ts";
import { lastRevision } from "../backend/replay.ts";
import type { Revision } from "../interface.ts";
import { StorageError } from "../storage-error.ts";
import type { Change, Entry } from "../versioned-table.ts";
import { newDeletion } from "./history.ts";
import type { Chunk } from "./history-window.ts";

/** The changes before the store was opened. */
export interface EarlierChanges {
  /** All changes that the backend retains, oldest first, including those up to the compacted revision. */
  readonly changes: readonly Change<Entry>[];
  /** The size of each commit. */
  readonly chunks: readonly Chunk[];
}

/**
 * Loads the history from before the store was opened. It stays in the backend until a request needs it or the history
 * window is full, so that startup does not read it.
 */
export class EarlierHistory {
  readonly #backend: Backend;
  readonly #until: Revision;
  readonly #take: (earlier: EarlierChanges) => void;
  #loaded: boolean;
  #loading: Promise<void> | undefined;

  /** `take` is called once with the changes up to `until`. */
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

  /** Marks the earlier history as not needed, because all of it is compacted. */
  abandon(): void {
    this.#loaded = true;
  }

  /** Loads the history. Rejects with Unreachable if it could not be read; the call can then be repeated. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    if (this.#loaded) return;
    const earlier = await this.#read().catch((cause: unknown) => {
      const message = messageOf(cause);
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

/** A write with the previous version of its key. For the first write of a key, that version is in the base state. */
interface LoggedChange {
  readonly key: string;
  readonly revision: Revision;
  readonly text: string | null;
  readonly previous: LoggedChange | undefined;
  readonly chunk: { upTo: Revision; commit: Revision; changes: number; bytes: number; at: number };
}

/** Converts logged writes, which do not contain the version that they replaced, to changes. */
class ChangeLog {
  readonly #until: Revision;
  readonly #changes: LoggedChange[] = [];
  readonly #newest = new Map<string, LoggedChange>();
  readonly #base = new Map<string, Entry>();

  constructor(until: Revision) {
    this.#until = until;
  }

  add({ at = 0, writes }: LoggedBatch): void {
    const chunk = { upTo: 0, commit: lastRevision({ writes }), changes: 0, bytes: 0, at };
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
      if (after === undefined) continue; // deletion of a key that does not exist
      changes.push({ key, revision, before, after, deleted: entry === undefined });
      chunk.upTo = revision;
      chunk.changes++;
      chunk.bytes += after.text.length;
      chunks.add(chunk);
    }
    return { changes, chunks: [...chunks] };
  }
}
