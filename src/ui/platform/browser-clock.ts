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

/** Resolves when the browser has nothing else to do. Where it does not tell (Safari), soon. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 50);
  });

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
 * Like `oncePerFrame` for several flush functions, of which at most `most` run in one frame, in the order in which they
 * became due. Each runs again at least `gapMs` later: the first change is shown immediately, and continuous changes
 * leave time for other work.
 */
export function sharedFrame(clock: Clock, gapMs: number, most: number): (flush: () => void) => () => void {
  const due = new Set<() => void>();
  const soon = oncePerFrame(() => {
    const now = [...due].slice(0, most);
    for (const flush of now) due.delete(flush);
    if (due.size > 0) soon();
    for (const flush of now) flush();
  });
  return (flush) => {
    let [resting, changed] = [false, false];
    const draw = () => {
      resting = true;
      clock.after(gapMs, () => {
        resting = false;
        if (changed) ask();
      });
      flush();
    };
    const ask = () => {
      changed = resting;
      if (resting) return;
      due.add(draw);
      soon();
    };
    return ask;
  };
}
