/** One write as the log holds it: the text of a key's new version, or null for its deletion. */
export interface BackendWrite {
  readonly key: string;
  readonly revision: number;
  readonly text: string | null;
}

/** The newest version of a key. */
export interface BackendObject extends BackendWrite {
  readonly text: string;
}

/** A group commit as the log keeps it. */
export interface LoggedBatch {
  /** When it was committed, in milliseconds since 1970; absent in logs of the first layout. */
  readonly at?: number | undefined;
  readonly writes: readonly BackendWrite[];
}

/** One group commit: all of it becomes durable, or nothing. */
export interface BackendBatch extends LoggedBatch {
  /** The revision of the last write; grows from batch to batch. */
  readonly revision: number;
  /** Stores with the batch that states before this revision are forgotten. A batch may have no writes but this. */
  readonly compact?: number | undefined;
}

/** Some hundred objects of a checkpoint, in key order. */
export type BackendSegment = readonly BackendObject[];

/** Everything at one revision: a start reads it in place of the log up to there. */
export interface BackendCheckpoint {
  readonly revision: number;
  /** Nobody will ask for states before this revision: what only they need may be deleted. */
  readonly compacted: number;
  readonly segments: Iterable<BackendSegment>;
}

/** The newest state of a backend. */
export interface BackendState {
  /** The number of this opening: higher than that of every opening before. */
  readonly epoch: number;
  /** Not below any revision that was ever committed; 0 for a new database. */
  readonly revision: number;
  /** States before this revision are forgotten; 0 for a new database. */
  readonly compacted: number;
  /** The newest version of every key, in no order. */
  readonly objects: readonly BackendObject[];
}

/** What led to the newest state: a base state and every group commit since, read in portions. */
export interface BackendHistory {
  /** Group commits above the base, oldest first, at least up to the revision that `load` told. */
  batches(): AsyncIterable<readonly LoggedBatch[]>;
  /** The objects of the base state, which is not newer than the compacted revision. */
  objects(): AsyncIterable<BackendSegment>;
}

/** What the medium says about room, where it says anything. */
export interface BackendUsage {
  readonly usage?: number | undefined;
  readonly quota?: number | undefined;
}

/**
 * A log that survives. Opening one raises the epoch of its medium; every append and checkpoint reads the stored epoch
 * first and is refused with EpochChanged once somebody else has opened the same medium, so that a revision is written
 * by one opening only. Every failure is a BackendError.
 */
export interface Backend {
  readonly kind: "memory" | "indexeddb" | "file";
  /** Survives closing the tab or ending the process. */
  readonly persistent: boolean;
  /** Can be opened again: its log is read by somebody, and has to be kept short. */
  readonly reopens: boolean;
  /** Called once, before anything else. */
  load(): Promise<BackendState>;
  /** What came before the newest state. No checkpoint may be begun while it is read. */
  history(): BackendHistory;
  /** Resolves when the batch is durable. One at a time. */
  append(batch: BackendBatch): Promise<void>;
  /**
   * Begun while no append is in flight and with all batches up to its revision appended; further appends may follow
   * while it runs.
   */
  checkpoint(checkpoint: BackendCheckpoint): Promise<void>;
  usage(): Promise<BackendUsage>;
  close(): Promise<void>;
}

/** How many objects a segment holds (measured: fewer, larger values load and store faster). */
export const segmentSize = 250;
