import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";

/** Observes the result of a health check. */
export type ObserveHealth = (check: string, endpoint: string, well: boolean) => void;

/** Creates the metrics of health checks for /metrics/slis (prometheus/slis). */
export function createHealthMetrics(registry: MetricsRegistry): ObserveHealth {
  const state = registry.gauge({
    name: "kubernetes_healthcheck",
    stability: "STABLE",
    labels: ["name", "type"],
    help: "This metric records the result of a single healthcheck.",
  });
  const total = registry.counter({
    name: "kubernetes_healthchecks_total",
    stability: "STABLE",
    labels: ["name", "type", "status"],
    help: "This metric records the results of all healthcheck.",
  });
  return (check, endpoint, well) => {
    state.with(check, endpoint).set(well ? 1 : 0);
    total.with(check, endpoint, well ? "success" : "error").inc();
  };
}
