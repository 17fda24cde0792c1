/**
 * Lets requests that arrive in one turn of the event loop go on side by side: each is read in an event of its own, yet the server's steps run
 * hot when several requests take them together, their writes make one commit, and a sleeping client wakes once for all answers.
 */
export class Arrivals {
  #waiting: (() => void)[] = [];

  /** Resolves when everything that had arrived in this turn has been read. */
  allRead(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#release());
      this.#waiting.push(resolve);
    });
  }

  #release(): void {
    const released = this.#waiting;
    this.#waiting = [];
    for (const resolve of released) resolve();
  }
}
