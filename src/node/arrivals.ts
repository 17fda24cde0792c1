/**
 * Lets requests that arrive in one turn of the event loop go on side by side: each is read in an event of its own, yet
 * the server's steps run
 * hot when several requests take them together, their writes make one commit, and a sleeping client wakes once for all
 * answers.
 */
export class Arrivals {
  #waiting: (() => void)[] = [];

  /** Calls `go` when everything that had arrived in this turn has been read. */
  hold(go: () => void): void {
    if (this.#waiting.push(go) === 1) setImmediate(this.#release);
  }

  readonly #release = (): void => {
    const released = this.#waiting;
    this.#waiting = [];
    for (const go of released) go();
  };
}
