import type { Revision } from "../interface.ts";

/** Limits of the history of all tables together. */
export interface HistoryLimits {
  readonly changes: number;
  readonly bytes: number;
  readonly ageMs: number;
}

/** The size of one commit. */
export interface Chunk {
  readonly upTo: Revision;
  readonly changes: number;
  readonly bytes: number;
  readonly at: number;
  /** The last revision of the commit, which may have changed several tables. */
  readonly commit: Revision;
  /** The time of the objects, where it is not that of the machine. */
  readonly worldTime?: number | undefined;
}

/** Bounds the histories of all tables together. The oldest commits are discarded first. */
export class HistoryWindow {
  readonly #limits: HistoryLimits;
  #chunks: Chunk[] = [];
  #head = 0;
  #changes = 0;
  #bytes = 0;

  constructor(limits: HistoryLimits) {
    this.#limits = limits;
  }

  /** Adds the changes of one commit to one table. */
  add(chunk: Chunk): void {
    this.#chunks.push(chunk);
    this.#changes += chunk.changes;
    this.#bytes += chunk.bytes;
  }

  /** Adds commits that are older than all others. */
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
   * Removes the oldest commits until the rest is within the limits, and returns the revision up to which tables must
   * discard changes, or 0. Removes slightly more than needed, so that not every commit triggers a trim.
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

  /** Returns the time of the objects when a revision was committed; undefined if its commit is not retained. */
  timeOf(revision: Revision): number | undefined {
    let low = this.#head;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#chunks[middle]?.commit ?? Infinity) >= revision) high = middle;
      else low = middle + 1;
    }
    const chunk = this.#chunks[low];
    return chunk?.worldTime ?? chunk?.at;
  }

  /** Removes the commits discarded by an explicit compaction. */
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
