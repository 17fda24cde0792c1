import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";

/** Observes the duration of a group commit in milliseconds, and whether it failed. */
export type ObserveCommit = (ms: number, failed: boolean) => void;

/**
 * Creates the metrics of storage requests to the backend, with the names of the etcd client metrics (etcd3/metrics). A
 * group commit counts as one request.
 */
export function createCommitMetrics(registry: MetricsRegistry): ObserveCommit {
  const labels = ["operation", "group", "resource"];
  const values = ["append", "", ""] as const;
  const duration = registry
    .histogram(
      {
        name: "etcd_request_duration_seconds",
        stability: "ALPHA",
        labels,
        help: "Etcd request latency in seconds for each operation and object type.",
      },
      [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
    )
    .with(...values);
  const total = registry
    .counter({
      name: "etcd_requests_total",
      stability: "ALPHA",
      labels,
      help: "Etcd request counts for each operation and object type.",
    })
    .with(...values);
  const errors = registry.counter({
    name: "etcd_request_errors_total",
    stability: "ALPHA",
    labels,
    help: "Etcd failed request counts for each operation and object type.",
  });
  return (ms, failed) => {
    duration.observe(ms / 1000);
    total.inc();
    if (failed) errors.with(...values).inc();
  };
}
