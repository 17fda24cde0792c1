import type { ApiExtensions } from "../../apiextensions/api-extensions.ts";
import { registerStorageMetrics } from "../../apiserver/endpoints/metrics/server-metrics.ts";
import { storedCounts } from "../../apiserver/endpoints/metrics/stored-counts.ts";
import { storageRoot } from "../../apiserver/registry/keys.ts";
import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { MetricsRegistry } from "../../component-base/metrics/metrics-registry.ts";
import type { ApiServerOptions } from "../options.ts";
import type { InstalledResources } from "../resources/installed-resources.ts";
import type { CheckedResource } from "./consistency-checks.ts";
import { storeOf, type OpenedStores, type Storages } from "./storages.ts";

/** What is observed. */
interface ObservedStorage {
  readonly stores: OpenedStores;
  readonly storages: Storages;
  readonly resources: InstalledResources;
  readonly extensions: Pick<ApiExtensions, "discovered">;
}

/**
 * Registers the metrics of the storage. Over a database with other writers, what is in memory is compared with it from
 * time to time, until this is closed.
 */
export function observeStorage(
  options: Pick<ApiServerOptions, "clock" | "random" | "reportBug">,
  gates: FeatureGates,
  registry: MetricsRegistry,
  { stores, storages, resources, extensions }: ObservedStorage,
): { close(): void } {
  const definitions = (): readonly ResourceInfo[] => [
    ...resources.all().map(({ resource }) => resource),
    ...extensions.discovered(),
  ];
  const { store } = stores;
  const { kind, keysAt } = store.backend;
  const sizeOf = kind === "etcd" ? async () => (await store.usage()).usage : undefined;
  registerStorageMetrics(registry, () => storedCounts(definitions(), (root) => storages.at(root)), sizeOf);
  if (keysAt === undefined || !gates.enabled("DetectCacheInconsistency")) return { close: () => undefined };
  const checks = registry.counter({
    name: "apiserver_storage_consistency_checks_total",
    stability: "ALPHA",
    labels: ["group", "resource", "status"],
    help: "Counter for status of consistency checks between etcd and watch cache",
  });
  const checking = import("./consistency-checks.ts").then(({ checkRegularly }) =>
    checkRegularly({
      clock: options.clock,
      random: () => options.random.int(1000) / 1000,
      keysAt(root, revision) {
        const { backend } = storeOf(stores, root);
        return (backend.keysAt ?? keysAt).call(backend, root, revision);
      },
      resources: () => checkedResources(definitions(), storages),
      observe: ({ group, resource }, status) => checks.with(group, resource, status).inc(),
      report: (error) => options.reportBug?.(error),
    }),
  );
  return { close: () => void checking.then((end) => end()) };
}

/** Returns the stored resources, those of several versions once. */
function checkedResources(definitions: readonly ResourceInfo[], storages: Storages): readonly CheckedResource[] {
  const byRoot = new Map<string, CheckedResource>();
  for (const definition of definitions) {
    const { group, resource, unstored } = definition;
    const root = storageRoot(definition);
    const storage = unstored === true ? undefined : storages.at(root);
    if (storage !== undefined) byRoot.set(root, { group, resource, root, versions: () => storage.versions() });
  }
  return [...byRoot.values()];
}
