import type { GroupResource } from "../../../apimachinery/gvk.ts";
import type { Counter, Histogram } from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import type { StorageObserver, StorageRequest } from "../../storage/storage-request.ts";

interface RequestSeries {
  readonly duration: Histogram;
  readonly total: Counter;
}

/**
 * Creates the metrics of requests to the storage, with the names of those to etcd (etcd3/metrics), and of reads that
 * wait for them (cacher/metrics). `resourceOf` tells the resource of a key.
 */
export function createStorageRequestMetrics(
  registry: MetricsRegistry,
  resourceOf: (key: string) => GroupResource | undefined,
): StorageObserver {
  const labels = ["operation", "group", "resource"];
  const durations = registry.histogram(
    {
      name: "etcd_request_duration_seconds",
      stability: "ALPHA",
      labels,
      help: "Etcd request latency in seconds for each operation and object type.",
    },
    [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
  );
  const totals = registry.counter({
    name: "etcd_requests_total",
    stability: "ALPHA",
    labels,
    help: "Etcd request counts for each operation and object type.",
  });
  const errors = registry.counter({
    name: "etcd_request_errors_total",
    stability: "ALPHA",
    labels,
    help: "Etcd failed request counts for each operation and object type.",
  });
  const known = new Map<string, RequestSeries>();
  const seriesOf = ({ operation, group, resource }: StorageRequest): RequestSeries => {
    const made = {
      duration: durations.with(operation, group, resource),
      total: totals.with(operation, group, resource),
    };
    known.set(`${operation} ${group} ${resource}`, made);
    return made;
  };
  const leases = registry.histogram(
    {
      name: "etcd_lease_object_counts",
      stability: "ALPHA",
      labels: [],
      help: "Number of objects attached to a single etcd lease.",
    },
    [10, 50, 100, 500, 1000, 2500, 5000],
  );
  return {
    ...createReadMetrics(registry, resourceOf),
    request(request, ms, failed) {
      const { operation, group, resource } = request;
      const { duration, total } = known.get(`${operation} ${group} ${resource}`) ?? seriesOf(request);
      duration.observe(ms / 1000);
      total.inc();
      if (failed) errors.with(operation, group, resource).inc();
    },
    leased: (keys) => leases.with().observe(keys),
  };
}

/** Creates the metrics of what is read and of the reads that wait for it. */
function createReadMetrics(
  registry: MetricsRegistry,
  resourceOf: (key: string) => GroupResource | undefined,
): Pick<StorageObserver, "undecodable" | "waited"> {
  const undecodable = registry.counter({
    name: "apiserver_storage_decode_errors_total",
    stability: "ALPHA",
    labels: ["group", "resource"],
    help: "Number of stored object decode errors split by object type",
  });
  const waits = registry.histogram(
    {
      name: "apiserver_watch_cache_read_wait_seconds",
      stability: "ALPHA",
      labels: ["group", "resource"],
      help: "Histogram of time spent waiting for a watch cache to become fresh.",
    },
    [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3],
  );
  const named = (key: string): readonly [group: string, resource: string] => {
    const { group = "", resource = "" } = resourceOf(key) ?? {};
    return [group, resource];
  };
  return {
    undecodable: (key) => undecodable.with(...named(key)).inc(),
    waited: (prefix, ms) => waits.with(...named(prefix)).observe(ms / 1000),
  };
}
