import type { Histogram } from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry, MetricVec } from "../../../component-base/metrics/metrics-registry.ts";
import type { CallObserver, ChainObserver } from "../../admission/admission-plugin.ts";

const bounds = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** The durations of calls that passed and of calls that were rejected, two series that begin with the first call. */
class CallDurations implements CallObserver {
  readonly #durations: MetricVec<Histogram>;
  readonly #labels: readonly string[];
  #passed: Histogram | undefined;
  #rejected: Histogram | undefined;

  constructor(durations: MetricVec<Histogram>, labels: readonly string[]) {
    this.#durations = durations;
    this.#labels = labels;
  }

  observe(rejected: boolean, ms: number): void {
    const series = rejected
      ? (this.#rejected ??= this.#durations.with(...this.#labels, "true"))
      : (this.#passed ??= this.#durations.with(...this.#labels, "false"));
    series.observe(ms / 1000);
  }
}

/** Measures the duration of the admission steps, and of each plugin in them. */
export function createAdmissionMetrics(registry: MetricsRegistry, monotonic: () => number): ChainObserver {
  const plugins = registry.histogram(
    {
      name: "apiserver_admission_controller_admission_duration_seconds",
      stability: "STABLE",
      labels: ["name", "type", "operation", "rejected"],
      help: "Admission controller latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).",
    },
    bounds,
  );
  const steps = registry.histogram(
    {
      name: "apiserver_admission_step_admission_duration_seconds",
      stability: "STABLE",
      labels: ["type", "operation", "rejected"],
      help: "Admission sub-step latency histogram in seconds, broken out for each operation and API resource and step type (validate or admit).",
    },
    bounds,
  );
  return {
    monotonic,
    step: (step, operation) => new CallDurations(steps, [step, operation]),
    plugin: (name, step, operation) => new CallDurations(plugins, [name, step, operation]),
  };
}
