import type { Clock } from "../../../apimachinery/clock.ts";

/** The time that a read waits for a future revision (cacher blockTimeout). */
const patienceMs = 3000;

interface Waiter {
  readonly revision: bigint;
  settle(reached: boolean): void;
}

/** Readers that wait for the store to reach a revision. */
export class RevisionWaiters {
  readonly #clock: Clock;
  readonly #waiters = new Set<Waiter>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Resolves to true when `advance` reaches the revision, and to false after three seconds or when the signal is
   * aborted.
   */
  wait(revision: bigint, signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted === true) return Promise.resolve(false);
    return new Promise((resolve) => {
      const giveUp = (): void => waiter.settle(false);
      const cancel = this.#clock.after(patienceMs, giveUp);
      signal?.addEventListener("abort", giveUp);
      const settle = (reached: boolean): void => {
        cancel();
        signal?.removeEventListener("abort", giveUp);
        this.#waiters.delete(waiter);
        resolve(reached);
      };
      const waiter: Waiter = { revision, settle };
      this.#waiters.add(waiter);
    });
  }

  /** Resolves the waiters up to a revision. */
  advance(revision: number): void {
    for (const waiter of this.#waiters) if (waiter.revision <= revision) waiter.settle(true);
  }

  close(): void {
    for (const waiter of this.#waiters) waiter.settle(false);
  }
}
