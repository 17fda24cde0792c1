import type { CelObserver } from "../../../component-base/cel-observer.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";

/** The default buckets of Prometheus. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the metrics of CEL expressions in definitions and policies (cel/metrics). */
export function createCelMetrics(registry: MetricsRegistry, monotonic: () => number): CelObserver {
  const compilation = registry
    .histogram(
      {
        name: "apiserver_cel_compilation_duration_seconds",
        stability: "BETA",
        help: "CEL compilation time in seconds.",
      },
      bounds,
    )
    .with();
  const evaluation = registry
    .histogram(
      { name: "apiserver_cel_evaluation_duration_seconds", stability: "BETA", help: "CEL evaluation time in seconds." },
      bounds,
    )
    .with();
  return {
    monotonic,
    compiled: (ms) => compilation.observe(ms / 1000),
    evaluated: (ms) => evaluation.observe(ms / 1000),
  };
}
