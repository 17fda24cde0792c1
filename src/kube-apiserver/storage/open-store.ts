import { observedBackend } from "../../apiserver/storage/backend/observed-backend.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { createStore, type Store } from "../../apiserver/storage/mvcc/store.ts";
import type { FaultHook } from "../../apiserver/endpoints/faults/fault-hook.ts";
import type { Metrics } from "../../apiserver/endpoints/metrics/metrics.ts";
import { rangeAllocations } from "../services/range-allocations.ts";
import { settingsOf, type ApiServerOptions, type SharedBackend } from "../options.ts";

/** Opens the store of a server, whose commits are counted. */
export async function openStore(
  options: ApiServerOptions,
  { observeCommit }: Metrics,
  faults: FaultHook,
): Promise<Store> {
  const { clock, world, reportBug, reportUnreadable } = options;
  const { backend, engine } = await openBackend(options);
  return createStore({
    engine,
    backend: observedBackend(
      backend,
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

async function openBackend(
  options: ApiServerOptions,
): Promise<Pick<SharedBackend, "backend"> & Partial<SharedBackend>> {
  const { backend } = options;
  if (typeof backend !== "function") return { backend: await backend };
  return backend({ types: await loadBuiltinTypes(), resources: [...settingsOf(options).resources, rangeAllocations] });
}
