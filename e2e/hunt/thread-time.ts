import { openSync, readSync } from "node:fs";

/** Where Linux tells the processor time of the thread that reads it, in nanoseconds, as the first of three numbers. */
const schedulerFile = "/proc/thread-self/schedstat";

function processMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Returns what reads the processor time of the calling thread in milliseconds: what other processes do, and the threads
 * that compile and collect garbage beside it, is not in it. Where the system does not tell, it is that of the process.
 */
export function createThreadTime(): () => number {
  if (process.platform !== "linux") return processMs;
  const file = openSync(schedulerFile, "r");
  const text = new Uint8Array(64);
  return () => {
    const length = readSync(file, text, 0, text.length, 0);
    let nanoseconds = 0;
    for (let i = 0; i < length && text[i] !== 32; i++) nanoseconds = nanoseconds * 10 + (text[i] ?? 48) - 48;
    return nanoseconds / 1e6;
  };
}
