import type { Clock } from "../../apimachinery/clock.ts";

/** The browser's time. */
export const browserClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Gathers calls and runs `flush` once before the next frame is drawn (or soon, in a hidden tab). */
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
 * Like `oncePerFrame` for each of several, all of which run in one callback. After one the next waits for `gapMs`: the
 * first change is shown at once, and a stream of them leaves time for everything else.
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
