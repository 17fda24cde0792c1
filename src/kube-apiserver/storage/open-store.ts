import { observedBackend } from "../../apiserver/storage/backend/observed-backend.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { createStore, type Store } from "../../apiserver/storage/mvcc/store.ts";
import type { StoreOptions } from "../../apiserver/storage/mvcc/store-options.ts";
import type { FaultHook } from "../../apiserver/endpoints/faults/fault-hook.ts";
import type { StorageObserver } from "../../apiserver/storage/storage-request.ts";
import type { Metrics } from "../../apiserver/endpoints/metrics/metrics.ts";
import { rangeAllocations } from "../services/range-allocations.ts";
import type { OpenedStores } from "./storages.ts";
import { settingsOf, type ApiServerOptions, type SharedBackend } from "../options.ts";

/** Opens the stores of a server, whose commits are counted. */
export async function openStores(
  options: ApiServerOptions,
  { observeStorage }: Metrics,
  faults: FaultHook,
): Promise<OpenedStores> {
  const { clock, world, reportBug, reportUnreadable } = options;
  const { backend, engine, others = [] } = await openBackend(options, observeStorage);
  const open = (opened: Pick<StoreOptions, "backend" | "engine">): Promise<Store> =>
    createStore({
      engine: opened.engine,
      backend: observedBackend(
        opened.backend,
        () => clock.monotonic(),
        (ms, failed) => observeStorage.request(groupCommit, ms, failed),
        () => faults.active?.refusedCommit(),
      ),
      clock,
      worldTime: world && (() => world.now()),
      reportBug,
      noteCorrupt({ key, message }) {
        observeStorage.undecodable(key);
        reportUnreadable?.(`The object ${key} cannot be read: ${message}`);
      },
    });
  const [store, ...more] = await Promise.all([
    open({ backend, engine }),
    ...others.map(async (other) => ({ roots: other.roots, store: await open(other) })),
  ]);
  return {
    store,
    others: more,
    async close() {
      for (const { store: one } of [{ store }, ...more]) await one.close();
    },
  };
}

/** A group commit counts as one request. */
const groupCommit = { operation: "append", group: "", resource: "" } as const;

async function openBackend(
  options: ApiServerOptions,
  observe: StorageObserver,
): Promise<Pick<SharedBackend, "backend"> & Partial<SharedBackend>> {
  const { backend } = options;
  if (typeof backend !== "function") return { backend: await backend };
  const { resources, gates } = settingsOf(options);
  const schemes = {
    types: await loadBuiltinTypes(),
    resources: [...resources, rangeAllocations],
    customAsCbor: gates.enabled("CBORServingAndStorage"),
  };
  return backend(schemes, observe);
}
