import type { KubeObject } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { AdmissionPlugin, AdmissionStep, CallObserver, ChainObserver } from "./admission-plugin.ts";
import type { AdmissionAttributes, AdmissionTarget } from "./attributes.ts";

/**
 * A plugin in one step of the plan of an operation on a resource. All of them have the same members, so that a chain
 * reads them quickly.
 */
export interface PlannedPlugin {
  readonly name: string;
  /** Whether requests for the resource may concern the plugin. */
  readonly matches: boolean;
  readonly needed: (() => boolean) | undefined;
  readonly concerns: ((attributes: AdmissionAttributes) => boolean) | undefined;
  /** Runs the plugin's part of the step. */
  readonly run: (attributes: AdmissionAttributes) => MaybeAsync<KubeObject | undefined | void>;
  readonly calls: CallObserver;
}

/** One step of a plan: the plugins that handle the operation, in order. */
export interface PlannedStep {
  readonly plugins: readonly PlannedPlugin[];
  readonly runs: CallObserver;
}

/** What the chain does for the requests of one operation on one resource. */
interface AdmissionPlan {
  readonly target: AdmissionTarget;
  readonly admit: PlannedStep;
  readonly validate: PlannedStep;
}

/**
 * The plans of a chain. What depends on the operation and the resource alone is decided once; the plans of a resource
 * are forgotten with it.
 */
export class AdmissionPlans {
  readonly #plugins: readonly AdmissionPlugin[];
  readonly #observer: ChainObserver;
  readonly #known = new WeakMap<object, AdmissionPlan[]>();

  constructor(plugins: readonly AdmissionPlugin[], observer: ChainObserver) {
    this.#plugins = plugins;
    this.#observer = observer;
  }

  /** Returns the plan for a request. */
  of(attributes: AdmissionAttributes): AdmissionPlan {
    let plans = this.#known.get(attributes.resource);
    if (plans === undefined) this.#known.set(attributes.resource, (plans = []));
    for (const plan of plans) if (isFor(plan.target, attributes)) return plan;
    const plan = this.#planFor(attributes);
    plans.push(plan);
    return plan;
  }

  #planFor({ operation, kind, resource, subresource }: AdmissionAttributes): AdmissionPlan {
    const target = { operation, kind, resource, subresource };
    return { target, admit: this.#stepFor("admit", target), validate: this.#stepFor("validate", target) };
  }

  #stepFor(step: AdmissionStep, target: AdmissionTarget): PlannedStep {
    const { operation } = target;
    return {
      plugins: this.#plugins.flatMap((plugin) => this.#pluginFor(step, target, plugin)),
      runs: this.#observer.step(step, operation),
    };
  }

  #pluginFor(step: AdmissionStep, target: AdmissionTarget, plugin: AdmissionPlugin): readonly PlannedPlugin[] {
    const run = plugin[step]?.bind(plugin);
    if (run === undefined || !plugin.handles(target.operation)) return [];
    return [
      {
        name: plugin.name,
        matches: plugin.matches?.(target) ?? true,
        needed: plugin.needed?.bind(plugin),
        concerns: plugin.concerns?.bind(plugin),
        run,
        calls: this.#observer.plugin(plugin.name, step, target.operation),
      },
    ];
  }
}

/** Plans are kept by their resource, so it need not be compared. */
const isFor = (target: AdmissionTarget, { operation, kind, subresource }: AdmissionAttributes): boolean =>
  target.operation === operation &&
  target.subresource === subresource &&
  (target.kind === kind ||
    (target.kind.kind === kind.kind && target.kind.version === kind.version && target.kind.group === kind.group));
