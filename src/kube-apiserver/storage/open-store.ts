import { observedBackend } from "../../apiserver/storage/backend/observed-backend.ts";
import { createStore, type Store } from "../../apiserver/storage/mvcc/store.ts";
import type { FaultHook } from "../../apiserver/endpoints/faults/fault-hook.ts";
import type { Metrics } from "../../apiserver/endpoints/metrics/metrics.ts";
import type { ApiServerOptions } from "../options.ts";

/** Opens the store of a server, whose commits are counted. */
export async function openStore(
  { backend, clock, world, reportBug, reportUnreadable }: ApiServerOptions,
  { observeCommit }: Metrics,
  faults: FaultHook,
): Promise<Store> {
  return createStore({
    backend: observedBackend(
      await backend,
      () => clock.monotonic(),
      observeCommit,
      () => faults.active?.refusedCommit(),
    ),
    clock,
    worldTime: world && (() => world.now()),
    reportBug,
    noteCorrupt: ({ key, message }) => reportUnreadable?.(`The object ${key} cannot be read: ${message}`),
  });
}
