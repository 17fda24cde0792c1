import type { Clock } from "../../src/apimachinery/clock.ts";
import { createFastClock } from "../../src/lessons/testing/fast-clock.ts";

interface Pending {
  readonly at: number;
  readonly callback: () => void;
  cancel: () => void;
}

/** Before now, so that a script's objects are never younger than kubectl thinks possible. */
const startsBeforeMs = 600_000;
/** More than what clocks that are derived from this one lose by rounding. */
const marginMs = 10;
const secondMs = 1000;

/**
 * The clock of a script's servers: the time in which the process gets to run, moved on to the next second before each
 * line. Managed fields and events are ordered by seconds and then by names, so a script would print other orders on a
 * quicker machine; on a busy one, requests would not be answered within their timeouts.
 */
export class ScriptClock implements Clock {
  readonly #start = Date.now() - startsBeforeMs;
  readonly #running = createFastClock(1);
  readonly #startedAt = this.#running.monotonic();
  readonly #pending = new Set<Pending>();
  /** How far this clock was moved on. */
  #ahead = 0;

  now(): number {
    return Math.floor(this.#start + this.monotonic());
  }

  monotonic(): number {
    return this.#running.monotonic() - this.#startedAt + this.#ahead;
  }

  after(ms: number, callback: () => void): () => void {
    const pending: Pending = { at: this.monotonic() + ms, callback, cancel: () => undefined };
    this.#pending.add(pending);
    this.#arm(pending);
    return () => {
      pending.cancel();
      this.#pending.delete(pending);
    };
  }

  /** Moves on to the start of the next second; what falls due by that is run in the next turns of the event loop. */
  moveToNextSecond(): void {
    this.#ahead += secondMs + marginMs - (this.now() % secondMs);
    for (const pending of this.#pending) {
      pending.cancel();
      this.#arm(pending);
    }
  }

  #arm(pending: Pending): void {
    const run = (): void => {
      this.#pending.delete(pending);
      pending.callback();
    };
    pending.cancel = this.#running.after(Math.max(pending.at - this.monotonic(), 0), run);
  }
}
