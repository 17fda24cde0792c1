import type { Clock } from "../apimachinery/clock.ts";
import { sleep } from "../component-base/sleep.ts";

/** The interval at which a step reads what it waits for, in milliseconds of the clock. */
export const pollMs = 20;

/**
 * Reads at intervals of `everyMs` until what was read holds, `waitMs` have passed or the signal aborts. Resolves with
 * what was read last.
 */
export async function untilHolds<T>(
  clock: Clock,
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  { waitMs, everyMs, signal }: { readonly waitMs: number; readonly everyMs: number; readonly signal: AbortSignal },
): Promise<T> {
  const deadline = clock.monotonic() + waitMs;
  for (;;) {
    const value = await read();
    if (holds(value) || clock.monotonic() >= deadline || signal.aborted) return value;
    await sleep(clock, everyMs, signal);
  }
}

/** Resolves with the value, or with undefined when the time is over first. */
export async function within<T>(clock: Clock, ms: number, value: Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  try {
    return await Promise.race([value, sleep(clock, ms, stop.signal).then(() => undefined)]);
  } finally {
    stop.abort();
  }
}
