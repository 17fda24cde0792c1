import type { KubeObject } from "../../apimachinery/meta.ts";
import { type MaybeAsync, settled } from "../../component-base/maybe-async.ts";
import type { OpenStep } from "../../component-base/trace.ts";
import type { AdmissionAttributes, AttributesRecord, Operation } from "./attributes.ts";

/** An admission plugin, which denies a request by throwing a StatusError. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Asked for every request; cheap. */
  handles(operation: Operation): boolean;
  /**
   * Whether a request may concern the plugin, which is not called otherwise. Asked for every request that the plugin
   * handles: decides by the resource and subresource first, and then by what a lookup answers. All requests by default.
   */
  concerns?(attributes: AdmissionAttributes): boolean;
  /** Mutating admission; returns the object, possibly modified (admission.MutationInterface). */
  admit?(attributes: AdmissionAttributes): MaybeAsync<KubeObject | undefined>;
  /** Validating admission of the object in the form to be stored (admission.ValidationInterface). */
  validate?(attributes: AdmissionAttributes): MaybeAsync<void>;
}

/** All plugins in order. The chain is synchronous if its plugins are. */
export interface AdmissionChain {
  /**
   * Runs the mutating plugins and returns the resulting object. All of them run once more if a plugin asks for
   * reinvocation (admission.reinvoker).
   */
  admit(attributes: AttributesRecord): MaybeAsync<KubeObject | undefined>;
  validate(attributes: AttributesRecord): MaybeAsync<void>;
}

export type AdmissionStep = "admit" | "validate";

/** Observes the duration of each admission step in milliseconds. */
export interface StepObserver {
  monotonic(): number;
  stepped(step: AdmissionStep, operation: Operation, rejected: boolean, ms: number): void;
}

/** Observes the duration of each plugin in milliseconds. */
export interface PluginObserver {
  monotonic(): number;
  called(plugin: string, step: AdmissionStep, operation: Operation, rejected: boolean, ms: number): void;
}

/** Observes the chain and its plugins. */
export interface ChainObserver {
  readonly steps: StepObserver;
  readonly plugins: PluginObserver;
}

/**
 * Creates a chain that calls the plugins in order; each one receives the object as modified by the preceding
 * ones (admission.NewChainHandler).
 */
export function createAdmissionChain(plugins: readonly AdmissionPlugin[], observer?: ChainObserver): AdmissionChain {
  const mutating = plugins.filter((p) => p.admit !== undefined);
  const validating = plugins.filter((p) => p.validate !== undefined);
  const chain: AdmissionChain = {
    admit: (attributes) => {
      const admitted = admitFrom(mutating, 0, attributes, observer?.plugins);
      return admitted instanceof Promise
        ? admitted.then(() => reinvoke(mutating, attributes, observer?.plugins))
        : reinvoke(mutating, attributes, observer?.plugins);
    },
    validate: (attributes) => validateFrom(validating, 0, attributes, observer?.plugins),
  };
  return observer === undefined ? chain : observed(chain, observer.steps);
}

/** Runs the mutating plugins a second and last time if one of them asked for it. */
function reinvoke(
  plugins: readonly AdmissionPlugin[],
  attributes: AttributesRecord,
  observer: PluginObserver | undefined,
): MaybeAsync<KubeObject | undefined> {
  if (!attributes.shouldReinvoke) return attributes.object;
  attributes.isReinvoke = true;
  return admitFrom(plugins, 0, attributes, observer);
}

/** Runs the mutating plugins from index `from` on. */
function admitFrom(
  plugins: readonly AdmissionPlugin[],
  from: number,
  attributes: AttributesRecord,
  observer: PluginObserver | undefined,
): MaybeAsync<KubeObject | undefined> {
  for (let at = from; at < plugins.length; at++) {
    const plugin = plugins[at];
    if (plugin === undefined || !isCalled(plugin, "admit", attributes, observer)) continue;
    const changed = call("admit", plugin, attributes, observer, () => plugin.admit?.(attributes));
    if (changed instanceof Promise)
      return changed.then((object) => {
        keep(attributes, object);
        return admitFrom(plugins, at + 1, attributes, observer);
      });
    keep(attributes, changed);
  }
  return attributes.object;
}

function keep(attributes: AttributesRecord, object: KubeObject | undefined): void {
  if (object !== undefined) attributes.object = object;
}

function validateFrom(
  plugins: readonly AdmissionPlugin[],
  from: number,
  attributes: AttributesRecord,
  observer: PluginObserver | undefined,
): MaybeAsync<void> {
  for (let at = from; at < plugins.length; at++) {
    const plugin = plugins[at];
    if (plugin === undefined || !isCalled(plugin, "validate", attributes, observer)) continue;
    const validating = call("validate", plugin, attributes, observer, () => plugin.validate?.(attributes));
    if (validating instanceof Promise)
      return validating.then(() => validateFrom(plugins, at + 1, attributes, observer));
  }
  return undefined;
}

/** Whether a plugin is called. A request that does not concern the plugin counts as one that took no time. */
function isCalled(
  plugin: AdmissionPlugin,
  step: AdmissionStep,
  attributes: AttributesRecord,
  observer: PluginObserver | undefined,
): boolean {
  if (!plugin.handles(attributes.operation)) return false;
  if (plugin.concerns === undefined || plugin.concerns(attributes)) return true;
  observer?.called(plugin.name, step, attributes.operation, false, 0);
  return false;
}

/** Calls a plugin, with its metrics and its step of the trace. */
function call<T extends KubeObject | void>(
  step: AdmissionStep,
  plugin: AdmissionPlugin,
  attributes: AttributesRecord,
  observer: PluginObserver | undefined,
  run: () => MaybeAsync<T | undefined>,
): MaybeAsync<T | undefined> {
  const { trace } = attributes;
  const work = trace === undefined ? run : () => traced(trace.step("plugin", plugin.name), attributes, run);
  if (observer === undefined) return work();
  const start = observer.monotonic();
  return settled(work, (rejected) =>
    observer.called(plugin.name, step, attributes.operation, rejected, observer.monotonic() - start),
  );
}

/** Runs a plugin as a step of the trace, with the change that it makes to the object. */
function traced<T extends KubeObject | void>(
  step: OpenStep,
  attributes: AttributesRecord,
  run: () => MaybeAsync<T | undefined>,
): MaybeAsync<T | undefined> {
  const { object: before, objects } = attributes;
  attributes.step = step;
  const ended = (result: T | undefined): T | undefined => {
    const after: KubeObject | void = result;
    if (before !== undefined && after !== undefined && after !== before)
      step.objects(objects.text(before), objects.text(after));
    step.end();
    return result;
  };
  const failed = (error: unknown): never => {
    step.decide(error instanceof Error ? error.message : String(error));
    step.end();
    throw error;
  };
  try {
    const result = run();
    return result instanceof Promise ? result.then(ended, failed) : ended(result);
  } catch (error) {
    return failed(error);
  }
}

/** Measures the duration of the steps of a chain (admission/metrics.WithStepMetrics). */
function observed(chain: AdmissionChain, observer: StepObserver): AdmissionChain {
  const timed = <T>(
    step: AdmissionStep,
    { operation }: AdmissionAttributes,
    run: () => MaybeAsync<T>,
  ): MaybeAsync<T> => {
    const start = observer.monotonic();
    return settled(run, (rejected) => observer.stepped(step, operation, rejected, observer.monotonic() - start));
  };
  return {
    admit: (attributes) => timed("admit", attributes, () => chain.admit(attributes)),
    validate: (attributes) => timed("validate", attributes, () => chain.validate(attributes)),
  };
}
