import { nextTask } from "../../component-base/event-loop.ts";

/** A reader that waits for something that has come. */
export interface Sleeper {
  wake(): void;
}

/** The number of readers that are woken in one task, each of which encodes and writes: a millisecond or two. */
export const fanOutSlice = 128;

/**
 * Wakes the watchers of a server. However many there are, a task wakes one slice of them, so that other requests run in
 * between; what is committed meanwhile reaches those that still wait together with what they wait for.
 */
export class FanOut {
  readonly #waiting: Sleeper[] = [];
  /** The number of sleepers that may be woken before the others have to wait for a later task. */
  #left = fanOutSlice;
  #running = false;

  /** Begins the events of a commit. */
  begin(): void {
    if (!this.#running) this.#left = fanOutSlice;
  }

  /** Returns true if a sleeper may be woken now; otherwise it is woken in a later task. */
  admit(sleeper: Sleeper): boolean {
    if (this.#left > 0) {
      this.#left -= 1;
      return true;
    }
    this.#waiting.push(sleeper);
    if (!this.#running) void this.#run();
    return false;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      await nextTask();
      for (const sleeper of this.#waiting.splice(0, fanOutSlice)) sleeper.wake();
    }
    this.#running = false;
    this.#left = fanOutSlice;
  }
}
