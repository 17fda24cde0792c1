import type { Clock } from "../../apimachinery/clock.ts";

/** A clock that tests advance manually. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Advances the time in steps, so that messages arrive between timers as in reality. */
  async pass(ms: number, step = 250): Promise<void> {
    for (const end = this.#now + ms; this.#now < end;) {
      this.#now = Math.min(end, this.#now + step);
      for (const timer of this.#timers) this.#fire(timer);
      await settle();
    }
  }

  /** Advances the time at once, as seen by a tab that was suspended. */
  async sleep(ms: number): Promise<void> {
    await this.pass(ms, ms);
  }

  #fire(timer: { readonly at: number; readonly callback: () => void }): void {
    if (timer.at > this.#now || !this.#timers.delete(timer)) return;
    timer.callback();
  }
}

/** Waits until pending messages have arrived. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 15; i++) await new Promise((resolve) => setImmediate(resolve));
}
