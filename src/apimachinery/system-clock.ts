import type { Clock } from "./clock.ts";

/**
 * Returns the real clock; constructed only in composition roots. What is to run after no time runs in the next turn of
 * the event loop: Node keeps timers of no time for a millisecond, which adds up for a world that is stepped.
 */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after: (ms, callback) => {
      if (ms <= 0 && typeof setImmediate === "function") {
        const immediate = setImmediate(callback);
        return () => clearImmediate(immediate);
      }
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  };
}
