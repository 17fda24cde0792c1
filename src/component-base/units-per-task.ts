import { nextTask } from "./event-loop.ts";

/**
 * Bounds what a part of the server does in one task of the event loop besides requests, in units that it counts itself,
 * such as objects that it looks at:
 *
 *     for (const key of keys) await perTask.spend(lookAt(key));
 */
export class UnitsPerTask {
  readonly #most: number;
  readonly #nextTask: () => Promise<void>;
  #left: number;
  #renewal: Promise<void> | undefined;

  constructor(most: number, next = nextTask) {
    this.#most = most;
    this.#nextTask = next;
    this.#left = most;
  }

  /** Counts units that were spent; returns what to wait for before more is done, if the task has done enough. */
  spend(units: number): Promise<void> | undefined {
    this.#left -= units;
    if (this.#left > 0) return undefined;
    this.#renewal ??= this.#nextTask().then(() => this.#renew());
    return this.#renewal;
  }

  #renew(): void {
    this.#left = this.#most;
    this.#renewal = undefined;
  }
}
