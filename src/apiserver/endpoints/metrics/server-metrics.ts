import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import type { Stability } from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import type { VersionInfo } from "../routes/version.ts";

/** The number of stored objects of a resource. */
export interface StoredCount {
  readonly group: string;
  readonly resource: string;
  readonly objects: number;
  readonly bytes: number;
  /** The number of changes since the start of the server. */
  readonly changes: number;
  /** The number of watches that were ended since their readers are too slow. */
  readonly terminated: number;
  /** The number of events that watches began with. */
  readonly initialEvents: number;
  readonly revision: number;
}

/** The dependencies of server-wide metrics. */
export interface ServerMetricsParts {
  readonly startedAt: number;
  readonly version: VersionInfo;
  readonly gates: FeatureGates;
  /** The number of requests and watches in flight. */
  activities(): number;
}

/** Registers the metrics that are computed on read: the process, its version and its feature gates. */
export function registerServerMetrics(
  registry: MetricsRegistry,
  { startedAt, version, gates, activities }: ServerMetricsParts,
): void {
  registerStart(registry, startedAt, undefined);
  registerVersion(registry, version);
  registry.collected(
    "gauge",
    {
      name: "kubernetes_feature_enabled",
      stability: "BETA",
      labels: ["name", "stage"],
      help: "This metric records the data about the stage and enablement of a k8s feature.",
    },
    () => gates.all.map(({ name, stage, enabled }) => ({ values: [name, stage], value: enabled ? 1 : 0 })),
  );
  // Requests beyond the limits are rejected and never queued.
  registry.collected(
    "gauge",
    {
      name: "apiserver_current_inqueue_requests",
      stability: "ALPHA",
      labels: ["request_kind"],
      help: "Maximal number of queued requests in this apiserver per request kind in last second.",
    },
    () => ["mutating", "readOnly"].map((kind) => ({ values: [kind], value: 0 })),
  );
  // Requests and watches stand in for goroutines.
  registry.collected("gauge", { name: "go_goroutines", help: "Number of goroutines that currently exist." }, () => [
    { values: [], value: 1 + activities() },
  ]);
  registerMetaMetrics(registry);
}

/** Registers the metrics about metrics (KubeRegistry.RegisterMetaMetrics); no flag disables individual ones. */
function registerMetaMetrics(registry: MetricsRegistry): void {
  const counter = (name: string, help: string, value: () => number): void =>
    registry.collected("counter", { name, help, stability: "BETA" }, () => [{ values: [], value: value() }]);
  counter("hidden_metrics_total", "The count of hidden metrics.", () => registry.census().hidden);
  counter("disabled_metrics_total", "The count of disabled metrics.", () => 0);
  registry.collected(
    "counter",
    {
      name: "registered_metrics_total",
      stability: "BETA",
      labels: ["stability_level", "deprecated_version"],
      help: "The count of registered metrics broken by stability level and deprecation version.",
    },
    () => {
      const counts = new Map<string, number>();
      for (const { stability, deprecatedSince } of registry.census().shown) {
        const key = `${stability ?? ""} ${deprecatedSince === undefined ? "" : `1.${deprecatedSince}.0`}`;
        if (stability !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return [...counts].map(([key, value]) => ({ values: key.split(" "), value }));
    },
  );
}

function registerVersion(registry: MetricsRegistry, version: VersionInfo): void {
  const {
    major,
    minor,
    gitVersion,
    gitCommit,
    gitTreeState,
    buildDate,
    goVersion,
    compiler,
    platform,
    emulationMinor,
    minCompatibilityMinor,
  } = version;
  registry.collected(
    "gauge",
    {
      name: "kubernetes_build_info",
      stability: "ALPHA",
      labels: [
        "major",
        "minor",
        "git_version",
        "git_commit",
        "git_tree_state",
        "build_date",
        "go_version",
        "compiler",
        "platform",
      ],
      help: "A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.",
    },
    () => [
      {
        values: [major, minor, gitVersion, gitCommit, gitTreeState, buildDate, goVersion, compiler, platform],
        value: 1,
      },
    ],
  );
  registry.collected(
    "gauge",
    {
      name: "version_info",
      stability: "ALPHA",
      labels: ["component", "binary", "emulation", "min_compat"],
      help: "Provides the compatibility version info of the component. The component label is the name of the component, usually kube, but is relevant for aggregated-apiservers.",
    },
    () => [{ values: ["kube", `1.${minor}`, `1.${emulationMinor}`, `1.${minCompatibilityMinor}`], value: 1 }],
  );
}

/** Registers the start time of the server, which marks counter resets. */
export function registerStart(registry: MetricsRegistry, startedAt: number, stability: Stability): void {
  registry.collected(
    "gauge",
    { name: "process_start_time_seconds", stability, help: "Start time of the process since unix epoch in seconds." },
    () => [{ values: [], value: startedAt / 1000 }],
  );
}

const qualified = (group: string, resource: string): string => (group === "" ? resource : `${resource}.${group}`);

/** Registers the watch cache metrics. Every storage has a watch cache from its start. */
function registerCacheMetrics(registry: MetricsRegistry, storedCounts: () => readonly StoredCount[]): void {
  /** Resources for which `valueOf` returns nothing have no series. */
  const family = (
    type: "counter" | "gauge",
    name: string,
    help: string,
    valueOf: (count: StoredCount) => number | undefined,
  ): void =>
    registry.collected(type, { name, help, stability: "ALPHA", labels: ["group", "resource"] }, () =>
      storedCounts().flatMap((count) => {
        const value = valueOf(count);
        return value === undefined ? [] : [{ values: [count.group, count.resource], value }];
      }),
    );
  family(
    "counter",
    "apiserver_storage_events_received_total",
    "Number of etcd events received split by kind.",
    ({ changes }) => changes,
  );
  family(
    "counter",
    "apiserver_watch_cache_events_received_total",
    "Counter of events received in watch cache broken by resource type.",
    ({ changes }) => changes,
  );
  family(
    "counter",
    "apiserver_watch_cache_events_dispatched_total",
    "Counter of events dispatched in watch cache broken by resource type.",
    ({ changes }) => changes,
  );
  family(
    "counter",
    "apiserver_terminated_watchers_total",
    "Counter of watchers closed due to unresponsiveness broken by resource type.",
    ({ terminated }) => terminated || undefined,
  );
  family(
    "counter",
    "apiserver_init_events_total",
    "Counter of init events processed in watch cache broken by resource type.",
    ({ initialEvents }) => initialEvents || undefined,
  );
  family(
    "counter",
    "apiserver_watch_cache_initializations_total",
    "Counter of watch cache initializations broken by resource type.",
    () => 1,
  );
  family(
    "gauge",
    "apiserver_watch_cache_resource_version",
    "Current resource version of watch cache broken by resource type.",
    ({ revision }) => revision,
  );
}

/**
 * Registers the metrics of stored objects, which are computed on read. `sizeOf` asks a database for its size; without
 * it, that is the size of the objects.
 */
export function registerStorageMetrics(
  registry: MetricsRegistry,
  countStored: () => readonly StoredCount[],
  sizeOf?: () => Promise<number | undefined>,
): void {
  const storedCounts = registry.perReading(countStored);
  let size: number | undefined;
  if (sizeOf !== undefined) registry.beforeReading(async () => void (size = await sizeOf().catch(() => undefined))); // then it is not told
  registerCacheMetrics(registry, storedCounts);
  const collect = (labels: (count: StoredCount) => readonly string[], value: (count: StoredCount) => number) => () =>
    storedCounts().map((count) => ({ values: labels(count), value: value(count) }));
  registry.collected(
    "gauge",
    {
      name: "apiserver_storage_size_bytes",
      stability: "STABLE",
      labels: ["storage_cluster_id"],
      help: "Size of the storage database file physically allocated in bytes.",
    },
    () => {
      const value = sizeOf === undefined ? storedCounts().reduce((sum, { bytes }) => sum + bytes, 0) : size;
      return value === undefined ? [] : [{ values: ["etcd-0"], value }];
    },
  );
  const byGroup = ({ group, resource }: StoredCount): readonly string[] => [group, resource];
  registry.collected(
    "gauge",
    {
      name: "apiserver_storage_objects",
      stability: "STABLE",
      labels: ["resource"],
      help: "[DEPRECATED, consider using apiserver_resource_objects instead] Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.",
    },
    collect(
      ({ group, resource }) => [qualified(group, resource)],
      ({ objects }) => objects,
    ),
  );
  registry.collected(
    "gauge",
    {
      name: "apiserver_resource_objects",
      stability: "ALPHA",
      labels: ["group", "resource"],
      help: "Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.",
    },
    collect(byGroup, ({ objects }) => objects),
  );
  registry.collected(
    "gauge",
    {
      name: "apiserver_resource_size_estimate_bytes",
      stability: "ALPHA",
      labels: ["group", "resource"],
      help: "Estimated size of stored objects in database. Estimate is based on sum of last observed sizes of serialized objects. In case of a fetching error, the value will be -1.",
    },
    collect(byGroup, ({ bytes }) => bytes),
  );
}
