import type { Clock } from "../../apimachinery/clock.ts";

/** A clock that only moves when advanced. */
export class FakeClock implements Clock {
  #now: number;
  readonly #start: number;
  #lastId = 0;
  readonly #timers = new Map<number, { readonly at: number; readonly callback: () => void }>();

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
    this.#start = now;
  }

  /** The number of pending timers. */
  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return Math.floor(this.#now);
  }

  monotonic(): number {
    return this.#now - this.#start;
  }

  after(ms: number, callback: () => void): () => void {
    const id = ++this.#lastId;
    this.#timers.set(id, { at: this.#now + ms, callback });
    return () => void this.#timers.delete(id);
  }

  /** Advances the time and runs the timers that expire, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let due = this.#due(end); due !== undefined; due = this.#due(end)) {
      const [id, timer] = due;
      this.#timers.delete(id);
      this.#now = Math.max(this.#now, timer.at);
      timer.callback();
    }
    this.#now = end;
  }

  #due(end: number): [number, { readonly at: number; readonly callback: () => void }] | undefined {
    return [...this.#timers].filter(([, timer]) => timer.at <= end).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];
  }
}
