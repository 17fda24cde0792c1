import type { Clock } from "../../apimachinery/clock.ts";

/**
 * Returns the clock of a worker: the given one, but what is to run after no time runs in the next task. Browsers keep
 * nested timers of no time for 4 ms each, which added up to seconds for a world that is stepped (HTML, timer
 * initialization steps).
 */
export function createWorkerClock(clock: Clock): Clock {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener("message", () => waiting.shift()?.());
  port1.start();
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after(ms, callback) {
      if (ms > 0) return clock.after(ms, callback);
      let cancelled = false;
      waiting.push(() => {
        if (!cancelled) callback();
      });
      port2.postMessage(undefined);
      return () => {
        cancelled = true;
      };
    },
  };
}
