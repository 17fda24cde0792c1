import type { FetchPath } from "./run-expectation.ts";

/** What expectations wait by until they ask again. */
export interface Pace {
  /** Resolves when it is time to ask again. */
  pause(): Promise<void>;
  /** Says that one of those that wait beside each other waits no more. */
  leave(): void;
}

const pollMs = 50;

/** For what takes time of the machine, or a server whose world nobody else may move. */
export const machinePace: Pace = {
  pause: () => new Promise((resolve) => setTimeout(resolve, pollMs)),
  leave: () => undefined,
};

async function changeTime(fetchPath: FetchPath, change: object): Promise<void> {
  const headers = { Authorization: "Bearer admin-token" };
  const answer = await fetchPath("/kubepad/time", { method: "POST", headers, body: JSON.stringify(change) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the time of the world did not change: ${text}`);
}

/**
 * Pauses the world of a server, and returns what lets it pass: once all `lanes` wait, the world goes on by `step`, a
 * duration, and comes to rest. What expectations see between two steps so does not depend on the pace of the machine.
 */
export async function pauseWorld(fetchPath: FetchPath, lanes: number, step: string): Promise<Pace> {
  await changeTime(fetchPath, { paused: true });
  let active = lanes;
  let waiting: Waiter[] = [];
  const goOn = async (): Promise<void> => {
    if (waiting.length === 0 || waiting.length < active) return;
    const released = waiting;
    waiting = [];
    try {
      await changeTime(fetchPath, { advance: step });
      for (const { resolve } of released) resolve();
    } catch (error) {
      for (const { reject } of released) reject(error);
    }
  };
  return {
    pause: () =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        void goOn();
      }),
    leave: () => {
      active--;
      void goOn();
    },
  };
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
