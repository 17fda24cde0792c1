/**
 * A walk over nested values that calls itself by `yield* call(…)`. What it waits for lies on the heap instead of on the
 * stack, so that no nesting is too deep for it.
 */
export type Walk<T> = Generator<Walk<unknown>, T, unknown>;

/** Waits for another walk. */
export function* call<T>(walk: Walk<T>): Walk<T> {
  return (yield walk as Walk<unknown>) as T;
}

/** Runs a walk to its end. What a walk throws ends all of them. */
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
