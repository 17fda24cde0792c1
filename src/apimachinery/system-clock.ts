import type { Clock } from "./clock.ts";

/** Returns the real clock; constructed only in composition roots. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  };
}
