/**
 * A recursive walk as a generator that calls itself by `yield* call(…)`. Suspended calls are kept on the heap instead
 * of the stack, so that any nesting depth is possible.
 */
export type Walk<T> = Generator<Walk<unknown>, T, unknown>;

/** Runs another walk and returns its result. */
export function* call<T>(walk: Walk<T>): Walk<T> {
  return (yield walk as Walk<unknown>) as T;
}

function* nothing(): Walk<void> {}

/** Yielded by a walk to end a step: a walk that has nothing to do, however often it is run. */
export const pausePoint: Walk<void> = nothing();

/** A walk that is under way. */
export class WalkRun {
  readonly #waiting: Walk<unknown>[] = [];
  #walk: Walk<unknown>;
  #result: unknown;

  constructor(root: Walk<unknown>) {
    this.#walk = root;
  }

  /**
   * Runs the walk to its end and returns its result. `beforeStep` may throw before any step; called again, the walk
   * goes on from there. An error thrown by a walk ends all of them.
   */
  advance(beforeStep?: () => void): unknown {
    for (;;) {
      beforeStep?.();
      const step = this.#walk.next(this.#result);
      this.#result = undefined;
      if (step.done !== true) {
        this.#waiting.push(this.#walk);
        this.#walk = step.value;
        continue;
      }
      const caller = this.#waiting.pop();
      if (caller === undefined) return step.value;
      this.#walk = caller;
      this.#result = step.value;
    }
  }

  /** Runs the walk until it has done enough, or to its end; returns its result, undefined if there is none yet. */
  advanceUntil(hasEnough: () => boolean): unknown {
    let isEnough = false;
    try {
      return this.advance(() => {
        isEnough = hasEnough();
        if (isEnough) throw new Error("the walk has done enough");
      });
    } catch (error) {
      if (isEnough) return undefined;
      throw error;
    }
  }
}

/** Runs a walk to its end. */
export const runWalk = <T>(root: Walk<T>): T => new WalkRun(root).advance() as T; // the root's result is the last

/** The items of a list that are visited in one step of a walk. */
const itemsOfStep = 4;

/** Calls a function for each item of a list; for long lists in the steps of a walk. */
export function* eachInSteps<T>(items: readonly T[], visit: (item: T, index: number) => void): Walk<void> {
  for (let i = 0; i < items.length; i++) {
    visit(items[i] as T, i); // within the list
    if (i % itemsOfStep === itemsOfStep - 1) yield pausePoint;
  }
}
