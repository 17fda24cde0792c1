/**
 * Returns a function that makes controllers which abort with a signal, and can also be aborted by themselves. The
 * signal has one listener for all of them, since Node warns of a leak when it has more than ten, and none once all are
 * aborted: who is done with one aborts it.
 */
export function forkSignal(signal: AbortSignal): () => AbortController {
  const forks = new Set<AbortController>();
  const abortAll = (): void => forks.forEach((fork) => fork.abort(signal.reason));
  return () => {
    const fork = new AbortController();
    if (signal.aborted) {
      fork.abort(signal.reason);
      return fork;
    }
    if (forks.size === 0) signal.addEventListener("abort", abortAll);
    forks.add(fork);
    const forget = (): void => {
      forks.delete(fork);
      if (forks.size === 0) signal.removeEventListener("abort", abortAll);
    };
    fork.signal.addEventListener("abort", forget, { once: true });
    return fork;
  };
}
