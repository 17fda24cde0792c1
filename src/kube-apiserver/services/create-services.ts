import { storageRoot } from "../../apiserver/registry/keys.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import type { ListOptions } from "../../apiserver/storage/interface.ts";
import { everything } from "../../apiserver/storage/selection-predicate.ts";
import type { Store } from "../../apiserver/storage/mvcc/store.ts";
import type { ApiServerOptions, ServerSettings } from "../options.ts";
import type { InstalledResources } from "../resources/installed-resources.ts";
import { writeClusterObjects } from "../storage/bootstrap.ts";
import { createStorageCodec, type StoredObjects } from "../storage/stored-objects.ts";
import type { Storages } from "../storage/storages.ts";
import { hasAddressObjects, kubernetesName } from "./cluster-objects.ts";
import { rangeAllocations } from "./range-allocations.ts";
import { createServiceHooks, type ServiceHooks } from "./service-hooks.ts";
import { ignore } from "../../component-base/ignore.ts";

const newestState: ListOptions = {
  resourceVersion: "",
  resourceVersionMatch: "",
  predicate: everything,
  limit: 0,
  continue: "",
};

/** The parts of a server that allocation for Services depends on. */
export interface ServiceServices {
  readonly store: Pick<Store, "seed" | "backend">;
  readonly storages: Pick<Storages, "at" | "open">;
  readonly types: TypeRegistry;
  readonly objects: StoredObjects;
  readonly resources: Pick<InstalledResources, "named">;
  context(namespace: string): StrategyContext;
}

/** Creates what Services have besides a strategy: their addresses and ports are allocated from the server's ranges. */
export function createServices(
  { random, clock, reportBug = ignore }: ApiServerOptions,
  { services: ranges, gates }: ServerSettings,
  { store, storages, types, objects, resources, context }: ServiceServices,
): ServiceHooks {
  const isShared = store.backend.kind === "etcd";
  const rangesRoot = storageRoot(rangeAllocations);
  const openRanges = () =>
    storages.at(rangesRoot) ?? storages.open(rangesRoot, createStorageCodec(rangeAllocations, types));
  return createServiceHooks({
    ranges,
    objects,
    random,
    clock,
    reportBug,
    context,
    hasObjects: hasAddressObjects(gates, objects),
    openRanges: isShared ? openRanges : undefined,
    async catchUp(resource) {
      const key = objects.keyOf(resource, "default", kubernetesName);
      await objects.storage(resource).list(key, newestState);
    },
    store: async (resource) => (await resources.named(resource).open()).scope.store,
    restore: () => writeClusterObjects({ store, objects, random, context, cidrs: ranges.cidrs }),
  });
}
