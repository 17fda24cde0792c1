import type { Clock } from "../../apimachinery/clock.ts";
import { createSystemClock } from "../../apimachinery/system-clock.ts";

/** How often time goes on while something waits for a later time, in milliseconds of the machine. */
const tickMs = 5;
/** The most that passes at once, in milliseconds of the machine. */
const longestMs = 10;

interface Waiting {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * A clock on which time passes `rate` times as fast as on the machine's while the process gets to run. A turn of the
 * event loop that takes long counts as a moment, as does a time in which other processes have the processor: what is
 * done within a time of this clock does not depend on how busy the machine is.
 */
export function createFastClock(rate: number, machine: Clock = createSystemClock()): Clock {
  const start = machine.now();
  const waiting = new Set<Waiting>();
  let passed = 0;
  let last = machine.monotonic();
  let armed: { readonly at: number; readonly cancel: () => void } | undefined;

  const monotonic = (): number => passed + Math.min(machine.monotonic() - last, longestMs) * rate;
  function goOn(): void {
    passed = monotonic();
    last = machine.monotonic();
  }
  /** Sees to it that time goes on when `ms` of the clock have passed, or before. */
  function arm(ms: number): void {
    const wait = Math.min(Math.max(ms, 0) / rate, tickMs);
    const at = machine.monotonic() + wait;
    if (armed !== undefined && armed.at <= at) return;
    armed?.cancel();
    armed = { at, cancel: machine.after(wait, tick) };
  }
  function tick(): void {
    armed = undefined;
    goOn();
    const due = [...waiting].filter(({ at }) => at <= passed).toSorted((a, b) => a.at - b.at);
    try {
      for (const each of due) if (waiting.delete(each)) each.callback();
    } finally {
      if (waiting.size > 0) arm(Math.min(...[...waiting].map(({ at }) => at)) - passed);
    }
  }
  return {
    now: () => Math.floor(start + monotonic()),
    monotonic,
    after(ms, callback) {
      if (waiting.size === 0) goOn();
      const each = { at: monotonic() + ms, callback };
      waiting.add(each);
      arm(ms);
      return () => {
        waiting.delete(each);
        if (waiting.size > 0) return;
        armed?.cancel();
        armed = undefined;
      };
    },
  };
}
