/** One write in the log: the text of the key's new version, or null for a deletion. */
export interface BackendWrite {
  readonly key: string;
  readonly revision: number;
  readonly text: string | null;
}

/** The newest version of a key. A backend may decode the text when it is first read. */
export interface BackendObject extends BackendWrite {
  readonly text: string;
  /** The size of the text, or about that, where it can be told without decoding the text. */
  readonly size?: number | undefined;
  /** Whether a codec of this program has written the text, in the form that it writes now. */
  readonly isOwn?: boolean | undefined;
}

/** A group commit in the log. */
export interface LoggedBatch {
  /** When it was committed, in milliseconds since 1970; absent in logs of the first layout. */
  readonly at?: number | undefined;
  readonly writes: readonly BackendWrite[];
}

/** One group commit, which is written atomically. */
export interface BackendBatch extends LoggedBatch {
  /** The revision of the last write; increases with every batch. */
  readonly revision: number;
  /** Compacts states before this revision, together with the batch. A batch may have no writes but this. */
  readonly compact?: number | undefined;
  /** Whether codecs of this program have written all texts. A backend may remember it for `BackendObject.isOwn`. */
  readonly isOwn?: boolean | undefined;
}

/** A few hundred objects of a checkpoint, in key order. */
export type BackendSegment = readonly BackendObject[];

/** The whole state at one revision. Startup reads it in place of the log up to that revision. */
export interface BackendCheckpoint {
  readonly revision: number;
  /** States before this revision are compacted; data that only they need may be deleted. */
  readonly compacted: number;
  readonly segments: Iterable<BackendSegment>;
  /** Whether codecs of this program have written all texts, or have checked them. */
  readonly isOwn?: boolean | undefined;
}

/** The newest state of a backend. */
export interface BackendState {
  /** The epoch of this opening, greater than that of every earlier opening. */
  readonly epoch: number;
  /** At least the highest revision ever committed; 0 for a new database. */
  readonly revision: number;
  /** States before this revision are compacted; 0 for a new database. */
  readonly compacted: number;
  /** The newest version of every key, in key order. */
  readonly objects: readonly BackendObject[];
}

/** The history of the newest state: a base state and all later group commits, read in portions. */
export interface BackendHistory {
  /** The group commits after the base state, oldest first, at least up to the revision that `load` returned. */
  batches(): AsyncIterable<readonly LoggedBatch[]>;
  /** The objects of the base state, which is not newer than the compacted revision. */
  objects(): AsyncIterable<BackendSegment>;
}

/** A key with the revision of its version. */
export interface KeyVersion {
  readonly key: string;
  readonly revision: number;
}

/** The storage usage and quota, if the medium reports them. */
export interface BackendUsage {
  readonly usage?: number | undefined;
  readonly quota?: number | undefined;
}

/** What a backend that transforms texts, such as one that encrypts them, tells of them. */
export interface TransformedTexts {
  /** Whether the newest version of a key should be written anew although its object is the same. */
  isStale(key: string): boolean;
  /** Why a text could not be read from storage; undefined if it was. */
  problem(key: string, text: string): string | undefined;
}

/**
 * A durable log. Opening a backend raises the epoch of its medium. Every append and checkpoint first reads the stored
 * epoch and is rejected with EpochChanged if the medium has been opened again, so that each revision is written by one
 * opening only. Every failure is a BackendError.
 */
export interface Backend {
  readonly kind: "memory" | "indexeddb" | "file" | "etcd";
  /** Whether data survives closing the tab or ending the process. */
  readonly persistent: boolean;
  /** Whether the data can be reopened, so that the log is read again and must be kept short. */
  readonly reopens: boolean;
  /** Absent if texts are stored as they are. */
  readonly transformed?: TransformedTexts | undefined;
  /** Called once, before anything else. */
  load(): Promise<BackendState>;
  /** Reads the history of the newest state. No checkpoint may be started while it is read. */
  history(): BackendHistory;
  /** Appends a batch and resolves when it is durable. Only one append may be in flight. */
  append(batch: BackendBatch): Promise<void>;
  /**
   * Writes a checkpoint. It must be started while no append is in flight and after all batches up to its revision were
   * appended; further appends may run concurrently.
   */
  checkpoint(checkpoint: BackendCheckpoint): Promise<void>;
  usage(): Promise<BackendUsage>;
  /**
   * Reads which keys with a prefix there were at a revision, in their order and in portions. Absent if nobody else
   * writes.
   */
  keysAt?(prefix: string, revision: number): AsyncIterable<readonly KeyVersion[]>;
  /** Asks a server that keeps the data; resolves to why it cannot be read, or to undefined. Absent if there is none. */
  health?(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The revision of a new store, in which no object has been written. */
export const emptyRevision = 1;

/**
 * The form in which codecs write texts. To be increased if they no longer take a text for an object that they have
 * written before.
 */
export const textForm = 1;

/** The number of objects in a segment. Measurements show that fewer, larger values load and store faster. */
export const segmentSize = 250;
