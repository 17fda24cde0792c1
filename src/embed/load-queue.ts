/** How many embeds load at the same time once the first one is ready. */
const atOnce = 3;

/** After this time, an embed that has not become ready does not keep others waiting. */
const patienceMs = 10_000;

/**
 * Decides when the embeds of a page load, in the order in which they ask. The first one loads alone: its frame starts
 * the worker that the others use, and all frames of a site share one thread.
 */
export class LoadQueue {
  readonly #waiting: (() => void)[] = [];
  #loading = 0;
  #anyReady = false;

  /**
   * Calls `load` when it is the embed's turn. Call the returned function once the embed is ready, or will not be; its
   * turn then passes, also if it has not come yet.
   */
  ask(load: () => void, timeout: (ms: number) => AbortSignal = (ms) => AbortSignal.timeout(ms)): () => void {
    let state: "waiting" | "loading" | "done" = "waiting";
    const done = (): void => {
      if (state === "done") return;
      if (state === "loading") {
        this.#loading -= 1;
        this.#anyReady = true;
      }
      state = "done";
      this.#next();
    };
    this.#waiting.push(() => {
      if (state === "done") return;
      state = "loading";
      this.#loading += 1;
      timeout(patienceMs).addEventListener("abort", done);
      load();
    });
    this.#next();
    return done;
  }

  #next(): void {
    while (this.#loading < (this.#anyReady ? atOnce : 1) && this.#waiting.length > 0) this.#waiting.shift()?.();
  }
}
