import { readFileSync } from "node:fs";

/** Processor time of the main thread in milliseconds, so that other processes on the machine do not count. */
export interface LoopTime {
  /** All rounds of tasks together. */
  readonly busy: number;
  /** The longest round of tasks, which other requests had to wait for. */
  readonly longest: number;
}

/** The processor time of the main thread in milliseconds; the time of day where the system does not tell it. */
export function threadMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** Shorter rounds have no work but to look at the time. */
const emptyRoundMs = 0.15;

/** Follows the event loop while work runs. */
export async function loopTimeOf(work: () => Promise<unknown>): Promise<LoopTime> {
  let [last, longest, busy, going] = [threadMs(), 0, 0, true];
  const tick = (): void => {
    const now = threadMs();
    const round = now - last;
    last = now;
    longest = Math.max(longest, round);
    if (round > emptyRoundMs) busy += round;
    if (going) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  tick();
  going = false;
  return { busy, longest };
}
