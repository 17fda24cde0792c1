import { type MaybeAsync, settled } from "../../../component-base/maybe-async.ts";
import type { Histogram } from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry, MetricVec } from "../../../component-base/metrics/metrics-registry.ts";
import type { AdmissionAttributes, AdmissionPlugin, Operation, StepObserver } from "../../admission/admission.ts";

/** Wraps a plugin to measure its duration (admission/metrics). */
export type MeasurePlugin = (plugin: AdmissionPlugin) => AdmissionPlugin;

type Step = "admit" | "validate";

const bounds = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** Returns the series by their last three labels; each one is looked up once. */
function createSeries(
  durations: MetricVec<Histogram>,
  ...first: readonly string[]
): (step: Step, operation: Operation, rejected: boolean) => Histogram {
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

export function createAdmissionMetrics(registry: MetricsRegistry, monotonic: () => number): MeasurePlugin {
  const durations = registry.histogram(
    {
      name: "apiserver_admission_controller_admission_duration_seconds",
      stability: "STABLE",
      labels: ["name", "type", "operation", "rejected"],
      help: "Admission controller latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).",
    },
    bounds,
  );
  return (plugin) => {
    const seriesOf = createSeries(durations, plugin.name);
    const timed = <T>(type: Step, { operation }: AdmissionAttributes, run: () => MaybeAsync<T>): MaybeAsync<T> => {
      const start = monotonic();
      const ended = (rejected: boolean): void =>
        seriesOf(type, operation, rejected).observe((monotonic() - start) / 1000);
      return settled(run, ended);
    };
    const { admit, validate } = plugin;
    return {
      name: plugin.name,
      handles: (operation) => plugin.handles(operation),
      ...(admit !== undefined && {
        admit: (attributes: AdmissionAttributes) => timed("admit", attributes, () => admit.call(plugin, attributes)),
      }),
      ...(validate !== undefined && {
        validate: (attributes: AdmissionAttributes) =>
          timed("validate", attributes, () => validate.call(plugin, attributes)),
      }),
    };
  };
}
