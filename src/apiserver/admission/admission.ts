import { messageOf } from "../../apimachinery/message-of.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { settled, type MaybeAsync } from "../../component-base/maybe-async.ts";
import type { OpenStep } from "../../component-base/trace.ts";
import type { AdmissionPlugin, CallObserver, ChainObserver } from "./admission-plugin.ts";
import { AdmissionPlans, type PlannedPlugin, type PlannedStep } from "./admission-plan.ts";
import type { AttributesRecord } from "./attributes.ts";

/** All plugins in order. The chain is synchronous if its plugins are. */
export interface AdmissionChain {
  /**
   * Runs the mutating plugins and returns the resulting object. All of them run once more if a plugin asks for
   * reinvocation (admission.reinvoker).
   */
  admit(attributes: AttributesRecord): MaybeAsync<KubeObject | undefined>;
  validate(attributes: AttributesRecord): MaybeAsync<void>;
}

const ignored: CallObserver = { observe: () => undefined };
const unobserved: ChainObserver = { monotonic: () => 0, step: () => ignored, plugin: () => ignored };

/**
 * Creates a chain that calls the plugins in order; each one receives the object as modified by the preceding
 * ones (admission.NewChainHandler).
 */
export function createAdmissionChain(
  plugins: readonly AdmissionPlugin[],
  observer: ChainObserver = unobserved,
): AdmissionChain {
  const plans = new AdmissionPlans(plugins, observer);
  const start = (): StepRun => new StepRun(observer);
  return {
    admit(attributes) {
      const planned = plans.of(attributes).admit;
      return observed(planned, start(), (run) => admit(planned, attributes, run));
    },
    validate(attributes) {
      const planned = plans.of(attributes).validate;
      return observed(planned, start(), (run) => callFrom(planned.plugins, 0, attributes, run));
    },
  };
}

/** The time that the plugins of a step take. */
class StepRun {
  readonly #observer: ChainObserver;
  #began: number | undefined;
  #last = 0;

  constructor(observer: ChainObserver) {
    this.#observer = observer;
  }

  /** A step that calls no plugin takes no time. */
  get ms(): number {
    return this.#began === undefined ? 0 : this.#last - this.#began;
  }

  begin(): void {
    this.#last = this.#observer.monotonic();
    this.#began ??= this.#last;
  }

  /** Returns the milliseconds since the plugin began. */
  end(): number {
    const began = this.#last;
    this.#last = this.#observer.monotonic();
    return this.#last - began;
  }
}

/** Measures a step. */
function observed<T>({ runs }: PlannedStep, run: StepRun, work: (run: StepRun) => MaybeAsync<T>): MaybeAsync<T> {
  return settled(
    () => work(run),
    (rejected) => runs.observe(rejected, run.ms),
  );
}

/** Runs the mutating plugins, and all of them a second and last time if one of them asked for it. */
function admit(
  { plugins }: PlannedStep,
  attributes: AttributesRecord,
  run: StepRun,
): MaybeAsync<KubeObject | undefined> {
  const again = (): MaybeAsync<void> => {
    if (!attributes.shouldReinvoke) return undefined;
    attributes.isReinvoke = true;
    return callFrom(plugins, 0, attributes, run);
  };
  const first = callFrom(plugins, 0, attributes, run);
  const whole = first instanceof Promise ? first.then(again) : again();
  return whole instanceof Promise ? whole.then(() => attributes.object) : attributes.object;
}

/** Calls the plugins from index `from` on; a returned object replaces that of the attributes. */
function callFrom(
  plugins: readonly PlannedPlugin[],
  from: number,
  attributes: AttributesRecord,
  run: StepRun,
): MaybeAsync<void> {
  for (let at = from; at < plugins.length; at++) {
    const planned = plugins[at];
    if (planned === undefined || !isCalled(planned, attributes)) continue;
    const changed = call(planned, attributes, run);
    if (changed instanceof Promise)
      return changed.then((object) => {
        keep(attributes, object);
        return callFrom(plugins, at + 1, attributes, run);
      });
    keep(attributes, changed);
  }
  return undefined;
}

function keep(attributes: AttributesRecord, object: KubeObject | void): void {
  if (object !== undefined) attributes.object = object;
}

/** Whether a plugin is called. A request that does not concern the plugin counts as one that took no time. */
function isCalled({ needed, matches, concerns, calls }: PlannedPlugin, attributes: AttributesRecord): boolean {
  if (needed?.() === false) return false;
  if (matches && (concerns === undefined || concerns(attributes))) return true;
  calls.observe(false, 0);
  return false;
}

/** Calls a plugin, with its metrics and its step of the trace. */
function call(
  { name, run: runPlugin, calls }: PlannedPlugin,
  attributes: AttributesRecord,
  run: StepRun,
): MaybeAsync<KubeObject | undefined | void> {
  const { trace } = attributes;
  const work = (): MaybeAsync<KubeObject | undefined | void> => runPlugin(attributes);
  run.begin();
  return settled(trace === undefined ? work : () => traced(trace.step("plugin", name), attributes, work), (rejected) =>
    calls.observe(rejected, run.end()),
  );
}

/** Runs a plugin as a step of the trace, with the change that it makes to the object. */
function traced(
  step: OpenStep,
  attributes: AttributesRecord,
  run: () => MaybeAsync<KubeObject | undefined | void>,
): MaybeAsync<KubeObject | undefined | void> {
  const { object: before, objects } = attributes;
  attributes.step = step;
  const ended = (after: KubeObject | undefined | void): KubeObject | undefined | void => {
    if (before !== undefined && after !== undefined && after !== before)
      step.objects(objects.text(before), objects.text(after));
    step.end();
    return after;
  };
  const failed = (error: unknown): never => {
    step.decide(messageOf(error));
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
