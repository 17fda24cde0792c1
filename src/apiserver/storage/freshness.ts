import type { Clock } from "../../apimachinery/clock.ts";
import type { Entry, VersionedTable } from "./versioned-table.ts";

type Awaited = Pick<VersionedTable<Entry>, "revision" | "reached" | "caughtUp">;

/** Waits until what is in memory is new enough for a read, and observes how long (waitUntilFreshAndBlock). */
export class Freshness {
  readonly #table: Awaited;
  readonly #clock: Clock;
  readonly #observe: (ms: number) => void;

  constructor(table: Awaited, clock: Clock, observe: (ms: number) => void) {
    this.#table = table;
    this.#clock = clock;
    this.#observe = observe;
  }

  /** Waits until a revision is reached. Resolves to false if that takes too long or the signal is aborted. */
  async reached(revision: bigint, signal: AbortSignal | undefined): Promise<boolean> {
    return revision <= this.#table.revision || this.#measured(() => this.#table.reached(revision, signal));
  }

  /**
   * Waits until reads return at least what is in the database now; rejects if that takes too long. The signal is only
   * read if there is something to wait for.
   */
  async caughtUp(read: { readonly signal?: AbortSignal | undefined }): Promise<void> {
    if (this.#table.caughtUp !== undefined) await this.#measured(async () => this.#table.caughtUp?.(read.signal));
  }

  async #measured<T>(wait: () => Promise<T>): Promise<T> {
    const start = this.#clock.monotonic();
    try {
      return await wait();
    } finally {
      this.#observe(this.#clock.monotonic() - start);
    }
  }
}
