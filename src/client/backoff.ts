import type { Clock } from "../apimachinery/clock.ts";

/** Exponential backoff from `firstMs` up to `mostMs`, reset after a success. */
export class Backoff {
  readonly #clock: Clock;
  readonly #firstMs: number;
  readonly #mostMs: number;
  #nextMs: number;

  constructor(clock: Clock, firstMs = 800, mostMs = 30_000) {
    this.#clock = clock;
    this.#firstMs = firstMs;
    this.#mostMs = mostMs;
    this.#nextMs = firstMs;
  }

  reset(): void {
    this.#nextMs = this.#firstMs;
  }

  /** Resolves after the next wait, or as soon as the signal is aborted. */
  wait(signal: AbortSignal): Promise<void> {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(ms * 2, this.#mostMs);
    return sleep(this.#clock, ms, signal);
  }
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal.addEventListener("abort", done);
  });
}
