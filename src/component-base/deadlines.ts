import type { Clock } from "../apimachinery/clock.ts";

/** Something that is not to take too long, between the one that falls due before it and the one after. */
export interface Deadline {
  readonly at: number;
  readonly expire: () => void;
  before: Deadline | undefined;
  after: Deadline | undefined;
}

/** The most that the timer waits: it goes off in vain now and then, and costs nothing in between. */
const longestNapMs = 1000;

/** Deadlines that are all equally far away: one timer serves them, however many come and go. */
export class Deadlines {
  readonly #clock: Clock;
  readonly #ms: number;
  /** They stand in the order in which they fall due. */
  #first: Deadline | undefined;
  #last: Deadline | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /** Calls `expire` in time for what began `since`, or now, if the deadline was not removed before. */
  add(expire: () => void, since = this.#clock.monotonic()): Deadline {
    const deadline: Deadline = { at: since + this.#ms, expire, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = deadline;
    else this.#last.after = deadline;
    this.#last = deadline;
    if (this.#cancel === undefined) this.#arm(this.#ms);
    return deadline;
  }

  /** Once, and not after it has expired. */
  remove({ before, after }: Deadline): void {
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
  }

  /** Forgets all deadlines. */
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
