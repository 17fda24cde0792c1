/** Resolves in a later task, so that timers, messages and other requests can run during long work. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * The tasks in which long work of a server proceeds. However many requests wait for their turn, only one of them gets
 * one in each task, so that the event loop is never blocked for longer than one turn takes.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a later task, after all turns that were requested before. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) void this.#run();
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTask();
      this.#waiting.shift()?.();
    }
  }
}
