import type { Clock } from "../../apimachinery/clock.ts";

/** The browser's clock. */
export const browserClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Returns a function that schedules `flush`. Calls are coalesced, and `flush` runs once before the next frame (or soon,
 * in a hidden tab).
 */
export function oncePerFrame(flush: () => void): () => void {
  let pending = false;
  const run = () => {
    pending = false;
    flush();
  };
  return () => {
    if (pending) return;
    pending = true;
    if (document.hidden) setTimeout(run, 100);
    else requestAnimationFrame(run);
  };
}

/**
 * Like `oncePerFrame` for several flush functions, which run in one callback. The next run is at least `gapMs` later:
 * the first change is shown immediately, and continuous changes leave time for other work.
 */
export function sharedFrame(clock: Clock, gapMs: number): (flush: () => void) => () => void {
  const due = new Set<() => void>();
  let resting = false;
  const soon = oncePerFrame(() => {
    const flushes = [...due];
    due.clear();
    resting = true;
    clock.after(gapMs, () => {
      resting = false;
      if (due.size > 0) soon();
    });
    for (const flush of flushes) flush();
  });
  return (flush) => () => {
    due.add(flush);
    if (!resting) soon();
  };
}
