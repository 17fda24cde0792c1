import type { Backend, BackendBatch } from "./backend.ts";

/** Wraps a backend to measure the time of group commits. `refused` tells why one is to fail, without being tried. */
export function observedBackend(
  backend: Backend,
  monotonic: () => number,
  observe: (ms: number, failed: boolean) => void,
  refused: () => Error | undefined = () => undefined,
): Backend {
  const append = (batch: BackendBatch): Promise<void> => {
    const start = monotonic();
    const refusal = refused();
    const appending = refusal === undefined ? backend.append(batch) : Promise.reject(refusal);
    return appending.then(
      () => observe(monotonic() - start, false),
      (error: unknown) => {
        observe(monotonic() - start, true);
        throw error;
      },
    );
  };
  const { health, keysAt } = backend;
  return {
    kind: backend.kind,
    persistent: backend.persistent,
    reopens: backend.reopens,
    transformed: backend.transformed,
    append,
    load: () => backend.load(),
    history: () => backend.history(),
    checkpoint: (checkpoint) => backend.checkpoint(checkpoint),
    usage: () => backend.usage(),
    ...(keysAt !== undefined && { keysAt: (prefix, revision) => keysAt.call(backend, prefix, revision) }),
    ...(health !== undefined && { health: () => health.call(backend) }),
    close: () => backend.close(),
  };
}
