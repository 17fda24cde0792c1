/** Controllers that run until they are stopped, and pause while all objects are replaced. */
export interface ControllersAround {
  /** Runs work without the controllers, and starts them anew, whether or not it succeeded. */
  pause(work: () => Promise<void>): Promise<void>;
  /** Stops them for good. */
  stop(): void;
}

/**
 * Starts controllers. When all objects are replaced under them, what they remember is of another world, and what they
 * made at their start is gone: then they begin again.
 */
export function runControllers(start: () => () => void): ControllersAround {
  let stop = start();
  let isOver = false;
  return {
    async pause(work) {
      stop();
      try {
        await work();
      } finally {
        if (!isOver) stop = start();
      }
    },
    stop() {
      isOver = true;
      stop();
    },
  };
}
