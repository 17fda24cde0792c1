import { segmentSize, type Backend, type BackendObject, type BackendSegment } from "../backend/backend.ts";
import type { Revision } from "../interface.ts";
import type { Entry } from "../versioned-table.ts";

/** When a checkpoint replaces the log. Its cost is at most that of reading the replaced writes again. */
export interface CheckpointLimits {
  /** The size of the log in bytes that triggers a checkpoint, if the log is also larger than the current state. */
  readonly bytes: number;
  /** The number of batches that also triggers a checkpoint, since each batch is loaded as a separate value. */
  readonly batches: number;
}

const toObject = ({ key, revision, text }: Entry): BackendObject => ({ key, revision, text });

function* segmentsOf(entries: readonly Entry[]): IterableIterator<BackendSegment> {
  for (let at = 0; at < entries.length; at += segmentSize) yield entries.slice(at, at + segmentSize).map(toObject);
}

/** Tracks the size of the log and replaces it by a checkpoint when it exceeds the limits. */
export class Checkpointer {
  readonly #backend: Backend;
  readonly #limits: CheckpointLimits;
  #bytes = 0;
  #batches = 0;
  #demanded = false;
  #running: Promise<void> | undefined;

  constructor(backend: Backend, limits: CheckpointLimits) {
    this.#backend = backend;
    this.#limits = limits;
  }

  /** Records an appended batch. */
  noted(bytes: number): void {
    this.#bytes += bytes;
    this.#batches++;
  }

  /** Whether a checkpoint was demanded that was not started yet. */
  get demanded(): boolean {
    return this.#demanded;
  }

  /** Demands a checkpoint, whatever the size of the log. */
  demand(): void {
    this.#demanded = true;
  }

  isDue(stateBytes: () => number): boolean {
    if (this.#running !== undefined) return false;
    if (this.#demanded) return true;
    if (this.#batches > this.#limits.batches) return true;
    return this.#bytes > this.#limits.bytes && this.#bytes > stateBytes();
  }

  /**
   * Starts a checkpoint. `entries` is the whole state at `revision`; data needed only for states before `compacted` may
   * be deleted. Must not be called while an append is in flight.
   */
  start(revision: Revision, compacted: Revision, entries: readonly Entry[], failed: (error: unknown) => void): void {
    this.#bytes = 0;
    this.#batches = 0;
    this.#demanded = false;
    this.#running = this.#backend
      .checkpoint({
        revision,
        compacted,
        segments: segmentsOf(entries),
        isOwn: entries.every(({ isOwn }) => isOwn === true),
      })
      .catch(failed)
      .finally(() => {
        this.#running = undefined;
      });
  }

  async idle(): Promise<void> {
    await this.#running;
  }
}
