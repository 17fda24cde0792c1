import { settled } from "../../../component-base/afterwards.ts";
import type { Histogram } from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import type { AdmissionAttributes, AdmissionPlugin, Operation, StepObserver } from "../../admission/admission.ts";

/** Makes a plugin tell how long it takes (admission/metrics). */
export type MeasurePlugin = (plugin: AdmissionPlugin) => AdmissionPlugin;

type Step = "admit" | "validate";

const bounds = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** Times what all plugins take together. */
export function createStepMetrics(registry: MetricsRegistry, monotonic: () => number): StepObserver {
  const durations = registry.histogram({
    name: "apiserver_admission_step_admission_duration_seconds", stability: "STABLE", labels: ["type", "operation", "rejected"],
    help: "Admission sub-step latency histogram in seconds, broken out for each operation and API resource and step type (validate or admit).",
  }, bounds);
  const handles = () => new Map<Operation, Histogram>();
  const known = { admit: { passed: handles(), rejected: handles() }, validate: { passed: handles(), rejected: handles() } };
  return {
    monotonic,
    stepped(step, operation, rejected, ms) {
      const ofStep = known[step][rejected ? "rejected" : "passed"];
      const series = ofStep.get(operation) ?? durations.with(step, operation, String(rejected));
      ofStep.set(operation, series);
      series.observe(ms / 1000);
    },
  };
}

export function createAdmissionMetrics(registry: MetricsRegistry, monotonic: () => number): MeasurePlugin {
  const durations = registry.histogram({
    name: "apiserver_admission_controller_admission_duration_seconds", stability: "STABLE", labels: ["name", "type", "operation", "rejected"],
    help: "Admission controller latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).",
  }, bounds);
  return (plugin) => {
    const known = new Map<string, Histogram>();
    const seriesOf = (type: Step, operation: Operation, rejected: boolean): Histogram => {
      const key = `${type}${operation}${rejected}`;
      const series = known.get(key) ?? durations.with(plugin.name, type, operation, String(rejected));
      known.set(key, series);
      return series;
    };
    const timed = <T>(type: Step, { operation }: AdmissionAttributes, run: () => T | Promise<T>): T | Promise<T> => {
      const start = monotonic();
      const ended = (rejected: boolean): void => seriesOf(type, operation, rejected).observe((monotonic() - start) / 1000);
      return settled(run, ended);
    };
    const { admit, validate } = plugin;
    return {
      name: plugin.name,
      handles: (operation) => plugin.handles(operation),
      ...(admit !== undefined && { admit: (attributes: AdmissionAttributes) => timed("admit", attributes, () => admit.call(plugin, attributes)) }),
      ...(validate !== undefined && { validate: (attributes: AdmissionAttributes) => timed("validate", attributes, () => validate.call(plugin, attributes)) }),
    };
  };
}
