import type { Clock } from "../../apimachinery/clock.ts";
import type { Backend } from "./backend/backend.ts";
import type { FanOut } from "./fan-out.ts";
import type { Revision } from "./interface.ts";
import type { ObjectCache } from "./object-cache.ts";
import type { CorruptObject } from "./storage-error.ts";

/** One version of a key: the data that the store itself uses. */
export interface Entry {
  readonly key: string;
  readonly revision: Revision;
  /** May be decoded when it is first read. */
  readonly text: string;
  /** The size of the text, or about that, where it can be told without decoding the text. It does not change. */
  readonly size?: number | undefined;
  /** Whether the text, once it has been read, is that of an object for certain and need not be parsed to check. */
  readonly isSound?: boolean | undefined;
  /** Whether a codec of this program has written the text, so that it need not even be read to check. */
  readonly isOwn?: boolean | undefined;
}

/** Returns the size of an entry's text. */
export const sizeOf = (entry: Entry): number => entry.size ?? entry.text.length;

/** Creates an entry of the table's type from loaded or imported data. */
export type MakeEntry<E extends Entry> = (data: Entry) => E;

/** One committed write. */
export interface Change<E extends Entry> {
  readonly key: string;
  readonly revision: Revision;
  /** The previous version; undefined for a creation. */
  readonly before: E | undefined;
  /** The new version. For a deletion, the last state at the deletion's revision. */
  readonly after: E;
  readonly deleted: boolean;
}

/** The keys from `from` up to, but not including, `to`. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** The first versions of a range, and how many there are in it. */
export interface PageOf<E extends Entry> {
  readonly items: readonly E[];
  readonly total: number;
}

/** A write requested from `write`. */
export interface Intent<E extends Entry> {
  readonly key: string;
  /** The version that the caller read, pending writes included. The write is refused if a different version is live. */
  readonly live: E | undefined;
  readonly deleted: boolean;
  /**
   * Creates the new version with its own revision. Where the revision is known ahead, it is called synchronously, at
   * most once; else first with revision 0, for what is to be written, and again with the revision that was given.
   */
  make(revision: Revision): E;
}

/** A write that has begun. */
export interface Written<E extends Entry> {
  /** The new version, to be read after `done`; undefined if another writer of the database came first. */
  readonly entry: E | undefined;
  /** Resolves when the write is durable and readable, or refused. Rejects if it failed. */
  readonly done: Promise<void>;
}

/** How far what `live` returned holds. */
export interface Standing {
  /**
   * Resolves to whether it was the newest version; if not, `live` returns a newer one afterwards. Waits for a pending
   * write, and rejects with Unreachable if it failed.
   */
  confirmed(): Promise<boolean>;
}

/**
 * The part of the store that one resource owns: all keys under one prefix. Reads return committed state unless stated
 * otherwise.
 */
export interface VersionedTable<E extends Entry> {
  readonly prefix: string;
  /** The newest committed revision of the whole store. */
  readonly revision: Revision;
  /** The revision of the newest committed change of this table, or the revision at which it was created. */
  readonly changedRevision: Revision;
  /**
   * The oldest revision whose state is available. Older states are compacted, or not loaded until `recalled` resolves.
   */
  readonly compactedRevision: Revision;
  /** The oldest revision of which lists are given: not before the compaction of a database with other writers. */
  readonly toldRevision: Revision;
  /** Returns a promise to await before the state at a revision is read, or undefined if it is available already. */
  recalled(revision: Revision): Promise<void> | undefined;
  get(key: string): E | undefined;
  /**
   * Returns the newest version of a key, where committed state lags behind a database with other writers. Absent if
   * `get` returns it.
   */
  newest?(key: string): Promise<E | undefined>;
  /** Waits until reads return at least what is in such a database now. Absent if they always do. */
  caughtUp?(signal: AbortSignal | undefined): Promise<void>;
  /** Returns the newest version, pending writes included, as far as it is known. */
  live(key: string): E | undefined;
  /** Returns how far `live`, what `live(key)` returned, holds; undefined if it is the newest version for certain. */
  standing(key: string, live: E | undefined): Standing | undefined;
  /** Starts a write. Returns undefined if `intent.live` is known not to be the live version any more. */
  write(intent: Intent<E>): Written<E> | undefined;
  /** Returns the newest versions in key order, at most `limit` of them if it is above 0. */
  range(range: KeyRange, limit: number): E[];
  count(range: KeyRange): number;
  /**
   * Returns the versions at a revision between `compactedRevision` and `revision`. `isPaged` says that more pages of
   * the same revision will be asked for, which then cost little.
   */
  rangeAt(range: KeyRange, revision: Revision, isPaged?: boolean): E[];
  /** Does the same for the first ones of a range, and says how many there are. */
  pageAt(range: KeyRange, revision: Revision, limit: number): PageOf<E>;
  /** Returns the changes after a revision that is not below `compactedRevision`, oldest first. */
  changesAfter(revision: Revision): readonly Change<E>[];
  /**
   * Calls `listener` with the changes of each commit when they become readable; not `complete` if states between two of
   * them may be missing. Returns a function that unsubscribes.
   */
  subscribe(listener: (changes: readonly Change<E>[], complete: boolean) => void): () => void;
  /** Waits until the store reaches a revision. Resolves to false after 3 s or when the signal is aborted. */
  reached(revision: bigint, signal: AbortSignal | undefined): Promise<boolean>;
  /** Makes the states of this table before a revision unavailable. */
  compact(revision: Revision): void;
  stats(): { readonly objects: number; readonly bytes: number };
}

/** The interface of the store to the storage of one resource. */
export interface VersionedStore {
  readonly clock: Clock;
  /** Bounds the parsed objects of all resources together. */
  readonly cache: ObjectCache;
  /** Wakes the watchers of all resources. */
  readonly fanOut: FanOut;
  readonly backend: Pick<Backend, "transformed">;
  /** Creates the table of all keys under a prefix. The prefix must end in "/" and must not belong to another table. */
  claim<E extends Entry>(prefix: string, make: MakeEntry<E>): VersionedTable<E>;
  /** Releases a table once no write is pending. The table must not be used afterwards. */
  release(prefix: string): Promise<void>;
  /** Reports a version of an object that cannot be decoded. */
  noteCorrupt(corrupt: CorruptObject, entry: Entry): void;
  /** Adjusts the watcher count in the store's statistics. */
  noteWatchers(delta: 1 | -1): void;
}
