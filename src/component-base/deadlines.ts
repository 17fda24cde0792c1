import type { Clock } from "../apimachinery/clock.ts";

/** A pending deadline, linked to its neighbors in order of expiry. */
export interface Deadline {
  readonly at: number;
  readonly expire: () => void;
  before: Deadline | undefined;
  after: Deadline | undefined;
}

/**
 * The longest time that the timer is set to. It may fire without an expired deadline; adding and removing deadlines
 * never resets it.
 */
const longestNapMs = 1000;

/** A queue of deadlines with one common timeout, served by a single timer however many are added and removed. */
export class Deadlines {
  readonly #clock: Clock;
  readonly #ms: number;
  /** A linked list in order of expiry. */
  #first: Deadline | undefined;
  #last: Deadline | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /**
   * Adds a deadline: calls `expire` when the timeout has passed since `since` (default: now), unless it is removed
   * before.
   */
  add(expire: () => void, since = this.#clock.monotonic()): Deadline {
    const deadline: Deadline = { at: since + this.#ms, expire, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = deadline;
    else this.#last.after = deadline;
    this.#last = deadline;
    if (this.#cancel === undefined) this.#arm(this.#ms);
    return deadline;
  }

  /** Removes a deadline. Call at most once, and not after it has expired. */
  remove({ before, after }: Deadline): void {
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
  }

  /** Drops all deadlines. */
  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#first = undefined;
    this.#last = undefined;
  }

  #arm(ms: number): void {
    this.#cancel = this.#clock.after(Math.min(ms, longestNapMs), () => this.#wake());
  }

  #wake(): void {
    this.#cancel = undefined;
    const now = this.#clock.monotonic();
    for (let deadline = this.#first; deadline !== undefined; deadline = this.#first) {
      if (deadline.at > now) return this.#arm(deadline.at - now);
      this.remove(deadline);
      deadline.expire();
    }
  }
}
