import type { ChildProcess } from "node:child_process";

/** The child processes that run, each with what ends it. */
const running = new Map<ChildProcess, () => void>();
let isWatching = false;

/** Ends a child process by `end` when this process ends: by itself, by Ctrl+C or when it is terminated. */
export function endWithThisProcess(child: ChildProcess, end: () => void): void {
  running.set(child, end);
  child.once("exit", () => running.delete(child));
  if (isWatching) return;
  isWatching = true;
  process.once("exit", endAll);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void endBy(signal));
}

function endAll(): void {
  for (const end of running.values()) end();
}

/** Waits until all have ended, and then ends as if the signal had not been caught, unless others listen to it. */
async function endBy(signal: NodeJS.Signals): Promise<void> {
  const ended = [...running.keys()].map((child) => new Promise((resolve) => child.once("exit", resolve)));
  endAll();
  await Promise.all(ended);
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
