import type { Clock } from "../apimachinery/clock.ts";

/** Resolves after some time of the clock, or when the signal aborts. */
export const pause = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(ms, end);
    function end(): void {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    }
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });

/** Resolves with the value, or with undefined when the time is over first. */
export async function within<T>(clock: Clock, ms: number, value: Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  try {
    return await Promise.race([value, pause(clock, ms, stop.signal).then(() => undefined)]);
  } finally {
    stop.abort();
  }
}
