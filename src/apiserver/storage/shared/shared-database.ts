import type { Revision } from "../interface.ts";
import type { Entry } from "../versioned-table.ts";

/** A version of a key with its value as the database has it. */
export interface SharedEntry extends Entry {
  readonly value: Uint8Array;
}

/** A write of a key if the version that was read is still its newest. */
export interface Swap {
  readonly key: string;
  /** The revision of that version; 0 if the key was not there. */
  readonly expected: Revision;
  /** The new value; undefined for a deletion. */
  readonly value: Uint8Array | undefined;
}

/** What a key was found to be at a revision of the database; undefined if it was not there. */
export interface Found {
  readonly at: Revision;
  readonly entry: SharedEntry | undefined;
}

/** What became of it: the revision of the write, or what the key has instead. */
export type Swapped = { readonly revision: Revision } | { readonly revision?: undefined; readonly found: Found };

/** A change that was committed, by whomever. */
export interface SharedWrite {
  readonly key: string;
  readonly revision: Revision;
  readonly entry: SharedEntry | null;
}

/** Receives what is committed, from a revision on. */
export interface Follower {
  /** All changes up to a revision, in their order. */
  changed(revision: Revision, writes: readonly SharedWrite[]): void;
  /** The whole state of a revision, if the changes before it are compacted. */
  restarted(revision: Revision, entries: readonly SharedEntry[]): void;
  /** States before a revision are compacted. */
  compacted(revision: Revision): void;
  /** The database does not answer. It is asked again until it does. */
  failed(error: unknown): void;
}

/** What a table needs to write and to know how far it is behind. */
export interface SharedWrites {
  readonly database: SharedDatabase;
  /** Counts work that a store waits for before it is closed. */
  run<T>(work: Promise<T>): Promise<T>;
  /**
   * Returns the newest revision of the database at or after the call. Questions that arrive while one is on its way
   * share the next one.
   */
  newestRevision(): Promise<Revision>;
}

/** A database that has other writers. Every failure of a call is a StorageError. */
export interface SharedDatabase {
  /** Returns the value that is written for a version of an object; `isNew` if it is the first one. */
  encode(entry: Entry, isNew?: boolean): Uint8Array;
  swap(swap: Swap): Promise<Swapped>;
  /** Reads the newest version of a key; "same" if it is that of `known`. */
  read(key: string, known: Revision): Promise<Found | "same">;
  /** Returns the newest revision. */
  newestRevision(): Promise<Revision>;
  /** Compacts the states before a revision. */
  compact(revision: Revision): Promise<void>;
  /** Follows what is committed after a revision. Returns a function that ends it. */
  follow(after: Revision, follower: Follower): () => void;
}
