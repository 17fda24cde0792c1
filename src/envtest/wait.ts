import { createSystemClock } from "../apimachinery/system-clock.ts";

/** How long to wait. */
export interface WaitOptions {
  /** Milliseconds of real time; 4,000 by default, which is less than the time that test runners give a test. */
  readonly timeoutMs?: number;
}

/**
 * Resolves with the result of `search`, which is aborted after the time; rejects with what was waited for. An error of
 * `search` rejects at once.
 */
export async function waitUntil<T>(
  search: (signal: AbortSignal) => Promise<T | undefined>,
  describe: () => string | Promise<string>,
  { timeoutMs = 4_000 }: WaitOptions = {},
): Promise<T> {
  const ending = new AbortController();
  const timedOut = new Promise<never>((_resolve, reject) => {
    const fail = async (): Promise<void> =>
      reject(new Error(`timed out after ${timeoutMs} ms waiting for ${await describe()}`));
    const cancel = createSystemClock().after(timeoutMs, () => void fail().catch(reject));
    ending.signal.addEventListener("abort", cancel, { once: true });
  });
  try {
    const found = await Promise.race([search(ending.signal), timedOut]);
    if (found === undefined) throw new Error(`there is nothing more to wait for: ${await describe()}`);
    return found;
  } finally {
    ending.abort();
  }
}
