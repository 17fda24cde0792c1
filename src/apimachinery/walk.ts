/**
 * A recursive walk as a generator that calls itself by `yield* call(…)`. Suspended calls are kept on the heap instead
 * of the stack, so that any nesting depth is possible.
 */
export type Walk<T> = Generator<Walk<unknown>, T, unknown>;

/** Runs another walk and returns its result. */
export function* call<T>(walk: Walk<T>): Walk<T> {
  return (yield walk as Walk<unknown>) as T;
}

/** Runs a walk to its end. An error thrown by a walk ends all of them. */
export function runWalk<T>(root: Walk<T>): T {
  const waiting: Walk<unknown>[] = [];
  let walk: Walk<unknown> = root;
  let result: unknown;
  for (;;) {
    const step = walk.next(result);
    result = undefined;
    if (step.done !== true) {
      waiting.push(walk);
      walk = step.value;
      continue;
    }
    const caller = waiting.pop();
    if (caller === undefined) return step.value as T;
    walk = caller;
    result = step.value;
  }
}
