import { readdirSync, readFileSync } from "node:fs";

/** Processor time of this process in milliseconds, so that other processes on the machine do not count. */
export interface LoopTime {
  /** All rounds of tasks together. */
  readonly busy: number;
  /** The longest round of tasks, which other requests had to wait for. */
  readonly longest: number;
}

const taskMs = (process: number, task: number | string): number =>
  Number(readFileSync(`/proc/${process}/task/${task}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;

/** The processor time of the threads of a process in milliseconds; 0 where the system does not tell it. */
export function processMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + taskMs(pid, task), 0);
  } catch {
    return 0;
  }
}

/** The processor time of this process in milliseconds, with what its helper threads do. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Shorter rounds have no work but to look at the time. */
const emptyRoundMs = 0.15;

/** Follows the event loop while work runs. */
export async function loopTimeOf(work: () => Promise<unknown>): Promise<LoopTime> {
  let [last, longest, busy, going] = [processorMs(), 0, 0, true];
  const tick = (): void => {
    const now = processorMs();
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
