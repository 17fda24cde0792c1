import { keyOrder } from "../backend/replay.ts";
import type { Revision } from "../interface.ts";
import { StorageError } from "../storage-error.ts";
import type { Change, Entry } from "../versioned-table.ts";
import type { HistoryWindow } from "./history-window.ts";

/** Which writes are asked for: those after a revision, up to another one, oldest first. */
export interface ChangesQuery {
  readonly after: Revision;
  readonly upTo?: Revision | undefined;
  readonly limit: number;
}

/** A write, and the time of the objects at which it was committed; undefined if nobody has kept it. */
export interface TimedChange {
  readonly change: Change<Entry>;
  readonly at: number | undefined;
}

/** The writes of all keys in the order of their revisions. */
export interface ChangesPortion {
  readonly changes: readonly TimedChange[];
  /** The last revision, if there are more. */
  readonly next: Revision | undefined;
}

/** Everything that stood at a revision, in key order. */
export interface PastWorld {
  readonly revision: Revision;
  /** The time of the objects when the revision was committed; undefined if nobody has kept it. */
  readonly at: number | undefined;
  readonly objects: readonly Entry[];
}

/** The retained changes of some keys. */
interface RetainedChanges {
  readonly floor: Revision;
  changesBetween(after: Revision, upTo: Revision, limit: number): readonly Change<Entry>[];
  undo(revision: Revision): ReadonlyMap<string, Entry | undefined>;
}

/** What the past is read from. */
export interface PastSources {
  revision(): Revision;
  compacted(): Revision;
  readonly window: Pick<HistoryWindow, "timeOf">;
  /** Loads what a backend keeps of the history; undefined if it is loaded. */
  load(): Promise<void> | undefined;
  histories(): Iterable<RetainedChanges>;
  /** The newest versions of all keys. */
  entries(): readonly Entry[];
}

/** Reads what all resources together were and what became of them, as far as the history is retained. */
export class StorePast {
  readonly #sources: PastSources;

  constructor(sources: PastSources) {
    this.#sources = sources;
  }

  /** Returns a portion of the retained writes. Rejects with Unreachable if they cannot be read. */
  async changes({ after, upTo = Infinity, limit }: ChangesQuery): Promise<ChangesPortion> {
    await this.#sources.load();
    const found: Change<Entry>[] = [];
    for (const history of this.#sources.histories())
      for (const change of history.changesBetween(after, upTo, limit + 1)) found.push(change);
    found.sort((a, b) => a.revision - b.revision);
    const changes = found.slice(0, limit);
    const next = found.length > limit ? changes.at(-1)?.revision : undefined;
    return { changes: changes.map((change) => ({ change, at: this.#timeOf(change.revision) })), next };
  }

  /**
   * Returns everything that stood at a revision, by default the newest. Rejects with Expired if it is compacted, and
   * with TooLargeResourceVersion if there is no such revision yet.
   */
  async world(revision = this.#sources.revision()): Promise<PastWorld> {
    const [current, compacted] = [this.#sources.revision(), this.#sources.compacted()];
    if (revision > current)
      throw new StorageError({ code: "TooLargeResourceVersion", requested: BigInt(revision), current });
    if (revision < current) await this.#sources.load();
    const stood = new Map<string, Entry | undefined>();
    for (const history of revision < current ? this.#sources.histories() : []) {
      if (history.floor > revision) throw new StorageError({ code: "Expired", requested: revision, compacted });
      for (const [key, entry] of history.undo(revision)) stood.set(key, entry);
    }
    const objects = this.#sources.entries().filter(({ key }) => !stood.has(key));
    for (const entry of stood.values()) if (entry !== undefined) objects.push(entry);
    return { revision, at: this.#timeOf(revision), objects: objects.sort(keyOrder) };
  }

  #timeOf(revision: Revision): number | undefined {
    return this.#sources.window.timeOf(revision);
  }
}
