import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import type { VersionInfo } from "../version.ts";

/** Objects of one resource as storage counts them. */
export interface StoredCount {
  readonly group: string;
  readonly resource: string;
  readonly objects: number;
  readonly bytes: number;
}

/** What is told of the server as a whole. */
export interface ServerMetricsParts {
  readonly startedAt: number;
  readonly version: VersionInfo;
  readonly gates: FeatureGates;
  storedCounts(): Iterable<StoredCount>;
  /** Requests and watches that are under way. */
  activities(): number;
}

/** Registers what is looked up when the metrics are read: the process, its version and features, and what is stored. */
export function registerServerMetrics(registry: MetricsRegistry, { startedAt, version, gates, storedCounts, activities }: ServerMetricsParts): void {
  const { major, minor, gitVersion, gitCommit, gitTreeState, buildDate, goVersion, compiler, platform, emulationMinor, minCompatibilityMinor } = version;
  registerStart(registry, startedAt);
  registry.collected("gauge", {
    name: "kubernetes_build_info", stability: "ALPHA", labels: ["major", "minor", "git_version", "git_commit", "git_tree_state", "build_date", "go_version", "compiler", "platform"],
    help: "A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.",
  }, () => [{ values: [major, minor, gitVersion, gitCommit, gitTreeState, buildDate, goVersion, compiler, platform], value: 1 }]);
  registry.collected("gauge", {
    name: "version_info", stability: "ALPHA", labels: ["component", "binary", "emulation", "min_compat"],
    help: "Provides the compatibility version info of the component. The component label is the name of the component, usually kube, but is relevant for aggregated-apiservers.",
  }, () => [{ values: ["kube", `1.${minor}`, `1.${emulationMinor}`, `1.${minCompatibilityMinor}`], value: 1 }]);
  registry.collected("gauge", { name: "kubernetes_feature_enabled", stability: "BETA", labels: ["name", "stage"], help: "This metric records the data about the stage and enablement of a k8s feature." }, () =>
    gates.all.map(({ name, stage, enabled }) => ({ values: [name, stage], value: enabled ? 1 : 0 })));
  // A server without goroutines has requests and watches in their place.
  registry.collected("gauge", { name: "go_goroutines", help: "Number of goroutines that currently exist." }, () => [{ values: [], value: 1 + activities() }]);
  registerStorageMetrics(registry, storedCounts);
}

/** When the server was started: a restart makes counters begin anew. */
export function registerStart(registry: MetricsRegistry, startedAt: number): void {
  registry.collected("gauge", { name: "process_start_time_seconds", stability: "ALPHA", help: "Start time of the process since unix epoch in seconds." }, () => [{ values: [], value: startedAt / 1000 }]);
}

const qualified = (group: string, resource: string): string => (group === "" ? resource : `${resource}.${group}`);

function registerStorageMetrics(registry: MetricsRegistry, storedCounts: () => Iterable<StoredCount>): void {
  const collect = (labels: (count: StoredCount) => readonly string[], value: (count: StoredCount) => number) => () => [...storedCounts()].map((count) => ({ values: labels(count), value: value(count) }));
  const byGroup = ({ group, resource }: StoredCount): readonly string[] => [group, resource];
  registry.collected("gauge", {
    name: "apiserver_storage_objects", stability: "STABLE", labels: ["resource"],
    help: "[DEPRECATED, consider using apiserver_resource_objects instead] Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.",
  }, collect(({ group, resource }) => [qualified(group, resource)], ({ objects }) => objects));
  registry.collected("gauge", {
    name: "apiserver_resource_objects", stability: "ALPHA", labels: ["group", "resource"],
    help: "Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.",
  }, collect(byGroup, ({ objects }) => objects));
  registry.collected("gauge", {
    name: "apiserver_resource_size_estimate_bytes", stability: "ALPHA", labels: ["group", "resource"],
    help: "Estimated size of stored objects in database. Estimate is based on sum of last observed sizes of serialized objects. In case of a fetching error, the value will be -1.",
  }, collect(byGroup, ({ bytes }) => bytes));
}
