import type { Clock } from "../apimachinery/clock.ts";
import type { WorldTime } from "../component-base/world-clock.ts";

/**
 * The machine's clock for a reader of a world: durations and timers are the machine's, but `now` is the time of the
 * world, in which its objects' timestamps are. It goes on from what was last read, so read again before each use.
 */
export class ClockOfWorld implements Clock {
  readonly #machine: Clock;
  readonly #read: (() => Promise<WorldTime>) | undefined;
  #seen: { readonly now: number; readonly pace: number; readonly at: number } | undefined;

  /** Without `read` the time of the world is the machine's. */
  constructor(machine: Clock, read?: () => Promise<WorldTime>) {
    this.#machine = machine;
    this.#read = read;
  }

  /** Reads the time of the world; keeps the one known if it cannot be read. */
  async refresh(): Promise<void> {
    // Taken before the answer: time that passed meanwhile makes ages longer, never negative.
    const at = this.#machine.monotonic();
    const time = await this.#read?.().catch(() => undefined);
    if (time !== undefined) this.#seen = { now: time.now, pace: time.paused ? 0 : time.speed, at };
  }

  now(): number {
    if (this.#seen === undefined) return this.#machine.now();
    const { now, pace, at } = this.#seen;
    return Math.floor(now + pace * (this.#machine.monotonic() - at));
  }

  monotonic(): number {
    return this.#machine.monotonic();
  }

  after(ms: number, callback: () => void): () => void {
    return this.#machine.after(ms, callback);
  }
}
