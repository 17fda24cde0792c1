import type { Clock } from "../../../apimachinery/clock.ts";

/**
 * How often a watch is told how far the server is, and how long before its end (cacher bookmarkFrequency,
 * nextBookmarkTime).
 */
const frequencyMs = 60_000;
const beforeEndMs = 2000;

/** Calls `send` about once a minute and shortly before a watch of `timeoutMs` ends; the returned function stops it. */
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
