import type { KubeObject } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { AdmissionAttributes, AdmissionTarget, Operation } from "./attributes.ts";

/** An admission plugin, which denies a request by throwing a StatusError. */
export interface AdmissionPlugin {
  readonly name: string;
  /** Asked once for each resource (admission.Interface Handles). */
  handles(operation: Operation): boolean;
  /** Whether requests for a resource may concern the plugin. Asked once for each resource; all do by default. */
  matches?(target: AdmissionTarget): boolean;
  /** Whether the plugin has anything to do; asked for every request, which does not count as a call otherwise. */
  needed?(): boolean;
  /**
   * Whether a request concerns the plugin, which is not called otherwise. Asked for every request that matches, and
   * decides by what a lookup answers. All do by default.
   */
  concerns?(attributes: AdmissionAttributes): boolean;
  /** Mutating admission; returns the object, possibly modified (admission.MutationInterface). */
  admit?(attributes: AdmissionAttributes): MaybeAsync<KubeObject | undefined>;
  /** Validating admission of the object in the form to be stored (admission.ValidationInterface). */
  validate?(attributes: AdmissionAttributes): MaybeAsync<void>;
}

export type AdmissionStep = "admit" | "validate";

/** Counts calls with their duration in milliseconds. */
export interface CallObserver {
  observe(rejected: boolean, ms: number): void;
}

/** Observes the steps of a chain and its plugins. */
export interface ChainObserver {
  monotonic(): number;
  /** Returns the observer of a step across all plugins (admission/metrics.WithStepMetrics). */
  step(step: AdmissionStep, operation: Operation): CallObserver;
  /** Returns the observer of a plugin (admission/metrics.WithControllerMetrics). */
  plugin(name: string, step: AdmissionStep, operation: Operation): CallObserver;
}
