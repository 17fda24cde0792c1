import type { Clock } from "../../apimachinery/clock.ts";
import { createSystemClock } from "../../apimachinery/system-clock.ts";

/** A clock on which time passes `rate` times as fast as on the machine's. */
export function createFastClock(rate: number): Clock {
  const machine = createSystemClock();
  const [start, origin] = [machine.now(), machine.monotonic()];
  const passed = (): number => (machine.monotonic() - origin) * rate;
  return {
    now: () => Math.floor(start + passed()),
    monotonic: passed,
    after: (ms, callback) => machine.after(ms / rate, callback),
  };
}
