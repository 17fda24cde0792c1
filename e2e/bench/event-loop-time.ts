import { readdirSync, readFileSync } from "node:fs";

/** Processor time of this process in milliseconds, so that other processes on the machine do not count. */
export interface LoopTime {
  /** All rounds of tasks together. */
  readonly busy: number;
  /** The longest round of tasks in the main thread alone, which other requests had to wait for. */
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

/** The memory of a process that is not swapped out, in megabytes. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000;

/** The processor time of this process in milliseconds, with what its helper threads do. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The processor time of the main thread in milliseconds, as of the last tick of the system; 0 if it is not told. */
function mainThreadMs(): number {
  try {
    return taskMs(process.pid, process.pid);
  } catch {
    return 0;
  }
}

/** Shorter rounds have no work but to look at the time. */
const emptyRoundMs = 0.15;

/** Follows the event loop while work runs. */
export async function loopTimeOf(work: () => Promise<unknown>): Promise<LoopTime> {
  let [last, lastOfThread, longest, busy, going] = [processorMs(), mainThreadMs(), 0, 0, true];
  const tick = (): void => {
    const now = processorMs();
    const round = now - last;
    last = now;
    const ofThread = mainThreadMs();
    longest = Math.max(longest, ofThread - lastOfThread);
    lastOfThread = ofThread;
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
