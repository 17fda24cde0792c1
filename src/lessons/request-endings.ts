/** Ends a lesson's open requests: all of them when its signal aborts, of which they need one listener only. */
export class RequestEndings {
  readonly #open = new Set<AbortController>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    const abortAll = (): void => this.#open.forEach((each) => each.abort(signal.reason));
    signal.addEventListener("abort", abortAll, { once: true });
  }

  /** A controller for a request; it aborts with the lesson until it is released. */
  open(): AbortController {
    const ending = new AbortController();
    if (this.#signal.aborted) ending.abort(this.#signal.reason);
    else this.#open.add(ending);
    return ending;
  }

  /** Forgets a request that is over. */
  release(ending: AbortController): void {
    this.#open.delete(ending);
  }
}
