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

/** One group commit: all of it becomes durable, or nothing. */
export interface BackendBatch {
  /** The revision of the last write; grows from batch to batch. */
  readonly revision: number;
  /**
   * Raises the reservation: revisions up to it may be handed out before they are written, and none of them again after
   * a restart.
   */
  readonly reserve?: number | undefined;
  readonly writes: readonly BackendWrite[];
}

/** Some hundred objects of a checkpoint, in key order. */
export type BackendSegment = readonly BackendObject[];

/** Everything at one revision, to take the place of the log up to there. */
export interface BackendCheckpoint {
  readonly revision: number;
  readonly segments: Iterable<BackendSegment>;
}

/** What a backend remembers. */
export interface BackendState {
  /** Not below any revision that was ever handed out. */
  readonly revision: number;
  /** Revisions up to it may be handed out without a further reservation. */
  readonly reserved: number;
  /** The newest version of every key, in no order. */
  readonly objects: readonly BackendObject[];
}

/** What the medium says about room, where it says anything. */
export interface BackendUsage {
  readonly usage?: number | undefined;
  readonly quota?: number | undefined;
}

/**
 * A log that survives. Opening one raises the epoch of its medium and reserves revisions; every append and checkpoint
 * reads the stored epoch
 * first and is refused with EpochChanged once somebody else has opened the same medium. Every failure is a
 * BackendError.
 */
export interface Backend {
  readonly kind: "memory" | "indexeddb" | "file";
  /** Survives closing the tab or ending the process. */
  readonly persistent: boolean;
  /** Called once, before anything else. */
  load(): Promise<BackendState>;
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

/** How many revisions an opening or a batch reserves ahead. */
export const reservation = 1000;

/** How many objects a segment holds (measured: fewer, larger values load and store faster). */
export const segmentSize = 250;
