import { segmentSize, type Backend, type BackendObject, type BackendSegment } from "../backend/backend.ts";
import type { Revision } from "../interface.ts";
import type { Entry } from "../versioned-table.ts";

/** When the log is replaced by a checkpoint: it then costs at most as much as the writes it saves reading again. */
export interface CheckpointLimits {
  /** Never below this many bytes of log, nor below the bytes of the present state. */
  readonly bytes: number;
  /** Or after this many batches, since each is one value to load. */
  readonly batches: number;
}

const toObject = ({ key, revision, text }: Entry): BackendObject => ({ key, revision, text });

function* segmentsOf(entries: readonly Entry[]): IterableIterator<BackendSegment> {
  for (let at = 0; at < entries.length; at += segmentSize) yield entries.slice(at, at + segmentSize).map(toObject);
}

/** Watches the log grow and has it replaced by the newest state now and then. */
export class Checkpointer {
  readonly #backend: Backend;
  readonly #limits: CheckpointLimits;
  #bytes = 0;
  #batches = 0;
  #running: Promise<void> | undefined;

  constructor(backend: Backend, limits: CheckpointLimits) {
    this.#backend = backend;
    this.#limits = limits;
  }

  /** Notes an appended batch. */
  noted(bytes: number): void {
    this.#bytes += bytes;
    this.#batches++;
  }

  isDue(stateBytes: () => number): boolean {
    if (this.#running !== undefined) return false;
    if (this.#batches > this.#limits.batches) return true;
    return this.#bytes > this.#limits.bytes && this.#bytes > stateBytes();
  }

  /**
   * Begins one; `entries` is everything at `revision`, and what is before `compacted` may be deleted. Must be called
   * while no append is in flight.
   */
  start(revision: Revision, compacted: Revision, entries: readonly Entry[], failed: (error: unknown) => void): void {
    this.#bytes = 0;
    this.#batches = 0;
    this.#running = this.#backend
      .checkpoint({ revision, compacted, segments: segmentsOf(entries) })
      .catch(failed)
      .finally(() => {
        this.#running = undefined;
      });
  }

  async idle(): Promise<void> {
    await this.#running;
  }
}
