import { observedBackend } from "../../apiserver/storage/backend/observed-backend.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { createStore, type Store } from "../../apiserver/storage/mvcc/store.ts";
import type { FaultHook } from "../../apiserver/endpoints/faults/fault-hook.ts";
import type { ObserveStorageRequest } from "../../apiserver/storage/storage-request.ts";
import type { Metrics } from "../../apiserver/endpoints/metrics/metrics.ts";
import { rangeAllocations } from "../services/range-allocations.ts";
import { settingsOf, type ApiServerOptions, type SharedBackend } from "../options.ts";

/** Opens the store of a server, whose commits are counted. */
export async function openStore(
  options: ApiServerOptions,
  { observeStorage }: Metrics,
  faults: FaultHook,
): Promise<Store> {
  const { clock, world, reportBug, reportUnreadable } = options;
  const { backend, engine } = await openBackend(options, observeStorage);
  return createStore({
    engine,
    backend: observedBackend(
      backend,
      () => clock.monotonic(),
      (ms, failed) => observeStorage(groupCommit, ms, failed),
      () => faults.active?.refusedCommit(),
    ),
    clock,
    worldTime: world && (() => world.now()),
    reportBug,
    noteCorrupt: ({ key, message }) => reportUnreadable?.(`The object ${key} cannot be read: ${message}`),
  });
}

/** A group commit counts as one request. */
const groupCommit = { operation: "append", group: "", resource: "" } as const;

async function openBackend(
  options: ApiServerOptions,
  observe: ObserveStorageRequest,
): Promise<Pick<SharedBackend, "backend"> & Partial<SharedBackend>> {
  const { backend } = options;
  if (typeof backend !== "function") return { backend: await backend };
  const resources = [...settingsOf(options).resources, rangeAllocations];
  return backend({ types: await loadBuiltinTypes(), resources }, observe);
}
