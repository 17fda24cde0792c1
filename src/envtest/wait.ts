import type { KubeObject } from "../apimachinery/meta.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import type { ObjectReference } from "../client/object-client.ts";

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
  describe: () => string,
  { timeoutMs = 4_000 }: WaitOptions = {},
): Promise<T> {
  const ending = new AbortController();
  const timedOut = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new Error(`timed out after ${timeoutMs} ms waiting for ${describe()}`));
    const cancel = createSystemClock().after(timeoutMs, fail);
    ending.signal.addEventListener("abort", cancel, { once: true });
  });
  try {
    const found = await Promise.race([search(ending.signal), timedOut]);
    if (found === undefined) throw new Error(`there is nothing more to wait for: ${describe()}`);
    return found;
  } finally {
    ending.abort();
  }
}

/** Describes an object and the last state of it that was seen. */
export function describeLast({ kind = "", metadata }: ObjectReference, last: KubeObject | undefined): string {
  const { namespace, name } = metadata ?? {};
  const which = `${kind} ${[namespace, name].filter((part) => part !== undefined).join("/")}`.trim();
  return `the condition on ${which}; ${last === undefined ? "it does not exist" : `it is ${JSON.stringify(last)}`}`;
}
