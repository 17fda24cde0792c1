/** A request that was not answered in time. */
export class NoAnswerError extends Error {
  constructor(request: string, ms: number) {
    super(`${request} was not answered within ${ms / 1000} s`);
    this.name = "NoAnswerError";
  }
}

/**
 * Resolves as `work` does, or rejects with NoAnswerError after `ms` and aborts the signal that `work` is given.
 * Requests that Node's fetch loses are not ended by `AbortSignal.timeout`, which waits only for what is still there.
 */
export async function within<T>(ms: number, request: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new NoAnswerError(request, ms));
      controller.abort();
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
