import type { Histogram } from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry, MetricVec } from "../../../component-base/metrics/metrics-registry.ts";
import type { AdmissionStep, PluginObserver, StepObserver } from "../../admission/admission.ts";
import type { Operation } from "../../admission/attributes.ts";

const bounds = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** Returns the series by their last three labels; each one is looked up once. */
function createSeries(
  durations: MetricVec<Histogram>,
  ...first: readonly string[]
): (step: AdmissionStep, operation: Operation, rejected: boolean) => Histogram {
  const handles = () => new Map<Operation, Histogram>();
  const known = {
    admit: { passed: handles(), rejected: handles() },
    validate: { passed: handles(), rejected: handles() },
  };
  return (step, operation, rejected) => {
    const ofStep = known[step][rejected ? "rejected" : "passed"];
    let series = ofStep.get(operation);
    if (series === undefined)
      ofStep.set(operation, (series = durations.with(...first, step, operation, String(rejected))));
    return series;
  };
}

/** Measures the duration of admission steps, across all plugins. */
export function createStepMetrics(registry: MetricsRegistry, monotonic: () => number): StepObserver {
  const durations = registry.histogram(
    {
      name: "apiserver_admission_step_admission_duration_seconds",
      stability: "STABLE",
      labels: ["type", "operation", "rejected"],
      help: "Admission sub-step latency histogram in seconds, broken out for each operation and API resource and step type (validate or admit).",
    },
    bounds,
  );
  const seriesOf = createSeries(durations);
  return {
    monotonic,
    stepped: (step, operation, rejected, ms) => seriesOf(step, operation, rejected).observe(ms / 1000),
  };
}

/** Measures the duration of each plugin (admission/metrics.WithControllerMetrics). */
export function createPluginMetrics(registry: MetricsRegistry, monotonic: () => number): PluginObserver {
  const durations = registry.histogram(
    {
      name: "apiserver_admission_controller_admission_duration_seconds",
      stability: "STABLE",
      labels: ["name", "type", "operation", "rejected"],
      help: "Admission controller latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).",
    },
    bounds,
  );
  const known = new Map<string, ReturnType<typeof createSeries>>();
  return {
    monotonic,
    called(plugin, step, operation, rejected, ms) {
      let series = known.get(plugin);
      if (series === undefined) known.set(plugin, (series = createSeries(durations, plugin)));
      series(step, operation, rejected).observe(ms / 1000);
    },
  };
}
