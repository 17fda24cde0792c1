import type { Revision } from "../interface.ts";

/** How much history is kept, over all tables. */
export interface HistoryLimits {
  readonly changes: number;
  readonly bytes: number;
  readonly ageMs: number;
}

/** Somebody whose changes can be forgotten. */
export interface Forgetful {
  forget(upTo: Revision): void;
}

interface Chunk {
  readonly owner: Forgetful;
  readonly upTo: Revision;
  readonly changes: number;
  readonly bytes: number;
  readonly at: number;
}

/**
 * Bounds the histories of all tables together: the oldest commits go first, and only the tables they touched forget
 * anything.
 */
export class HistoryWindow {
  readonly #limits: HistoryLimits;
  #chunks: Chunk[] = [];
  #head = 0;
  #changes = 0;
  #bytes = 0;

  constructor(limits: HistoryLimits) {
    this.#limits = limits;
  }

  /** Notes what one commit did to one table. */
  add(chunk: Chunk): void {
    this.#chunks.push(chunk);
    this.#changes += chunk.changes;
    this.#bytes += chunk.bytes;
  }

  trim(now: number): void {
    for (
      let chunk = this.#chunks[this.#head];
      chunk !== undefined && this.#isTooMuch(chunk, now);
      chunk = this.#chunks[this.#head]
    ) {
      this.#drop(chunk);
      chunk.owner.forget(chunk.upTo);
    }
    this.#shrink();
  }

  /** Stops counting what was forgotten by an explicit compaction. */
  compact(revision: Revision): void {
    for (
      let chunk = this.#chunks[this.#head];
      chunk !== undefined && chunk.upTo <= revision;
      chunk = this.#chunks[this.#head]
    )
      this.#drop(chunk);
    this.#shrink();
  }

  #isTooMuch(oldest: Chunk, now: number): boolean {
    const { changes, bytes, ageMs } = this.#limits;
    return this.#changes > changes || this.#bytes > bytes || now - oldest.at > ageMs;
  }

  #drop(chunk: Chunk): void {
    this.#head++;
    this.#changes -= chunk.changes;
    this.#bytes -= chunk.bytes;
  }

  #shrink(): void {
    if (this.#head < 1000 || this.#head * 2 <= this.#chunks.length) return;
    this.#chunks = this.#chunks.slice(this.#head);
    this.#head = 0;
  }
}
