import type { Clock } from "../../../apimachinery/clock.ts";

/**
 * The interval between bookmarks, and how long before the end of a watch the last one is sent (cacher
 * bookmarkFrequency, nextBookmarkTime).
 */
const frequencyMs = 60_000;
const beforeEndMs = 2000;

/**
 * Calls `send` about once a minute and shortly before the end of a watch of `timeoutMs`. The returned function cancels
 * the timer.
 */
export function scheduleBookmarks(clock: Clock, timeoutMs: number, send: () => void): () => void {
  const last = clock.now() + timeoutMs - beforeEndMs;
  let cancel = (): void => undefined;
  const schedule = (): void => {
    const now = clock.now();
    const wait = Math.min(frequencyMs, last - now);
    if (wait > 0) cancel = clock.after(wait, fire);
  };
  const fire = (): void => {
    send();
    schedule();
  };
  schedule();
  return () => cancel();
}
