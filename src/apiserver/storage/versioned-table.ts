import type { Clock } from "../../apimachinery/clock.ts";
import type { Revision } from "./interface.ts";
import type { ObjectCache } from "./object-cache.ts";

/** One version of one key: what the store keeps, and all it looks at. */
export interface Entry {
  readonly key: string;
  readonly revision: Revision;
  readonly text: string;
}

/** Makes a table's own kind of entry from what was loaded or imported. */
export type MakeEntry<E extends Entry> = (key: string, revision: Revision, text: string) => E;

/** One committed write. */
export interface Change<E extends Entry> {
  readonly key: string;
  readonly revision: Revision;
  /** The version that stood there; undefined for a creation. */
  readonly before: E | undefined;
  /** The new version; of a deletion the last state at the deletion's revision. */
  readonly after: E;
  readonly deleted: boolean;
}

/** The keys at or above `from` and below `to`. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** What the write that `write` was given should become. */
export interface Intent<E extends Entry> {
  readonly key: string;
  /**
   * What the caller saw at the key, pending writes included: the write is refused where it is something else by now.
   */
  readonly live: E | undefined;
  readonly deleted: boolean;
  /** Makes the new version; called at most once and at once, so that it carries its own revision. */
  make(revision: Revision): E;
}

/** A write on its way. */
export interface Written<E extends Entry> {
  readonly entry: E;
  /** Resolves when it is durable and readable, rejects with Unreachable when it was not written. */
  readonly done: Promise<void>;
}

/**
 * The part of the store that one resource owns: all keys under one prefix. Reads see committed state only, unless they
 * say otherwise.
 */
export interface VersionedTable<E extends Entry> {
  readonly prefix: string;
  /** The newest committed revision of the whole store. */
  readonly revision: Revision;
  /** The newest committed change of this table, or its beginning. */
  readonly changedRevision: Revision;
  /**
   * Older states of this table than this are forgotten or, until `recalled`, not read yet; the state at it is still
   * known.
   */
  readonly compactedRevision: Revision;
  /** What to wait for before the state at a revision is asked for; undefined where there is nothing to wait for. */
  recalled(revision: Revision): Promise<void> | undefined;
  get(key: string): E | undefined;
  /** The newest version, pending writes included. */
  live(key: string): E | undefined;
  /**
   * Resolves once the pending write of a key is durable, rejects with Unreachable when it failed; undefined where none
   * is pending.
   */
  settled(key: string): Promise<void> | undefined;
  /** Undefined when `intent.live` is not live any more. */
  write(intent: Intent<E>): Written<E> | undefined;
  /** Newest versions in key order, at most `limit` of them where it is above 0. */
  range(range: KeyRange, limit: number): E[];
  count(range: KeyRange): number;
  /** Versions as they stood at a revision from `compactedRevision` to `revision`. */
  rangeAt(range: KeyRange, revision: Revision): E[];
  /** Changes above a revision that is not below `compactedRevision`, oldest first. */
  changesAfter(revision: Revision): readonly Change<E>[];
  /** Calls `listener` with the changes of every commit, as soon as they are readable. */
  subscribe(listener: (changes: readonly Change<E>[]) => void): () => void;
  /** Waits until the store has reached a revision: false when 3 s have passed or the signal was aborted. */
  reached(revision: bigint, signal: AbortSignal | undefined): Promise<boolean>;
  stats(): { readonly objects: number; readonly bytes: number };
}

/** The store as one resource sees it. */
export interface VersionedStore {
  readonly clock: Clock;
  /** Bounds the parsed objects of all resources together. */
  readonly cache: ObjectCache;
  /** Takes over all keys under a prefix that ends in "/" and that no other table holds. */
  claim<E extends Entry>(prefix: string, make: MakeEntry<E>): VersionedTable<E>;
  /** Gives a table's keys back once nothing is pending; nobody may use the table afterwards. */
  release(prefix: string): Promise<void>;
  /** Counts watchers in and out, for the store's numbers. */
  noteWatchers(delta: 1 | -1): void;
}
