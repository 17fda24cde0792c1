import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { Store } from "../../apiserver/storage/mvcc/store.ts";
import type { ApiServerOptions, ServerSettings } from "../options.ts";
import type { InstalledResources } from "../resources/installed-resources.ts";
import { writeClusterObjects } from "../storage/bootstrap.ts";
import type { StoredObjects } from "../storage/stored-objects.ts";
import { hasAddressObjects } from "./cluster-objects.ts";
import { createServiceHooks, type ServiceHooks } from "./service-hooks.ts";
import { ignore } from "../../component-base/ignore.ts";

/** The parts of a server that allocation for Services depends on. */
export interface ServiceServices {
  readonly store: Pick<Store, "seed">;
  readonly objects: StoredObjects;
  readonly resources: Pick<InstalledResources, "named">;
  context(namespace: string): StrategyContext;
}

/** Creates what Services have besides a strategy: their addresses and ports are allocated from the server's ranges. */
export function createServices(
  { random, clock, reportBug = ignore }: ApiServerOptions,
  { services: ranges, gates }: ServerSettings,
  { store, objects, resources, context }: ServiceServices,
): ServiceHooks {
  return createServiceHooks({
    ranges,
    objects,
    random,
    clock,
    reportBug,
    context,
    hasObjects: hasAddressObjects(gates, objects),
    store: async (resource) => (await resources.named(resource).open()).scope.store,
    restore: () => writeClusterObjects({ store, objects, random, context, cidrs: ranges.cidrs }),
  });
}
