import type { Revision } from "../interface.ts";

/** How much history is kept, over all tables. */
export interface HistoryLimits {
  readonly changes: number;
  readonly bytes: number;
  readonly ageMs: number;
}

/** What one commit did. */
export interface Chunk {
  readonly upTo: Revision;
  readonly changes: number;
  readonly bytes: number;
  readonly at: number;
}

/** Bounds the histories of all tables together: the oldest commits go first. */
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

  /** Notes earlier commits than those that were noted so far. */
  prepend(chunks: readonly Chunk[]): void {
    this.#chunks = [...chunks, ...this.#chunks.slice(this.#head)];
    this.#head = 0;
    for (const { changes, bytes } of chunks) {
      this.#changes += changes;
      this.#bytes += bytes;
    }
  }

  isFull(now: number): boolean {
    const oldest = this.#chunks[this.#head];
    return oldest !== undefined && this.#isTooMuch(oldest, now, this.#limits);
  }

  /**
   * Stops counting the oldest commits until the rest is within the limits; the revision up to which is to be forgotten,
   * 0 for nothing. Some more go with them, so that tables do not have to forget with every commit.
   */
  trim(now: number): Revision {
    if (!this.isFull(now)) return 0;
    const { changes, bytes, ageMs } = this.#limits;
    const target = { changes: changes - (changes >> 6), bytes: bytes - (bytes >> 6), ageMs };
    let upTo = 0;
    for (
      let chunk = this.#chunks[this.#head];
      chunk !== undefined && this.#isTooMuch(chunk, now, target);
      chunk = this.#chunks[this.#head]
    ) {
      this.#drop(chunk);
      upTo = chunk.upTo;
    }
    this.#shrink();
    return upTo;
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

  #isTooMuch(oldest: Chunk, now: number, { changes, bytes, ageMs }: HistoryLimits): boolean {
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
