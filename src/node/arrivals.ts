/**
 * Batches the requests that arrive in one turn of the event loop. Each is read in an event of its own, but processing
 * them together keeps the server's code hot, combines their writes into one commit, and wakes a waiting client once for
 * all responses.
 */
export class Arrivals {
  #waiting: (() => void)[] = [];

  /** Calls `go` once all requests that arrived in this turn have been read. */
  hold(go: () => void): void {
    if (this.#waiting.push(go) === 1) setImmediate(this.#release);
  }

  readonly #release = (): void => {
    const released = this.#waiting;
    this.#waiting = [];
    for (const go of released) go();
  };
}
