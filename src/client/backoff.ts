import type { Clock } from "../apimachinery/clock.ts";
import { sleep } from "../component-base/sleep.ts";

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
