/**
 * Returns a function that makes signals which abort with this one. The signal has one listener for all of them: Node
 * warns of a leak when a signal has more than ten.
 */
export function forkSignal(signal: AbortSignal): () => AbortSignal {
  const forks: AbortController[] = [];
  signal.addEventListener("abort", () => forks.forEach((fork) => fork.abort(signal.reason)), { once: true });
  return () => {
    const fork = new AbortController();
    if (signal.aborted) fork.abort(signal.reason);
    else forks.push(fork);
    return fork.signal;
  };
}
