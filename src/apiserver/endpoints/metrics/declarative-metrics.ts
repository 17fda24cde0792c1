import type { DeclarativeObserver } from "../../../component-base/declarative-observer.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";

/** Creates the metrics of declarative validation, and logs what they count (apiserver/pkg/validation metrics.go). */
export function createDeclarativeMetrics(registry: MetricsRegistry, log: (error: Error) => void): DeclarativeObserver {
  const mismatches = registry
    .counter({
      name: "apiserver_validation_declarative_validation_mismatch_total",
      stability: "BETA",
      help: "Number of times declarative validation results differed from handwritten validation results for core types.",
    })
    .with();
  const panics = registry
    .counter({
      name: "apiserver_validation_declarative_validation_panic_total",
      stability: "BETA",
      help: "Number of times declarative validation has panicked during validation.",
    })
    .with();
  return {
    mismatched(detail) {
      log(new Error(detail));
      mismatches.inc();
    },
    panicked(detail, logged) {
      panics.inc();
      if (logged) log(new Error(detail));
    },
  };
}
