/** Goes on with a value: at once where it is there, and otherwise when it is. */
export const afterwards = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> => (value instanceof Promise ? value.then(next) : next(value));
