import type { KubeObject } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { AdmissionPlugin } from "./admission.ts";
import type { AdmissionAttributes, Operation } from "./attributes.ts";

/** What a plugin does, without when. */
export type PluginSteps = Pick<AdmissionPlugin, "admit" | "validate">;

/** A plugin whose implementation is loaded when it is first needed. */
export interface LazyPluginOptions {
  readonly name: string;
  readonly steps: readonly ("admit" | "validate")[];
  handles(operation: Operation): boolean;
  concerns?(attributes: AdmissionAttributes): boolean;
  /** Whether there is anything for the plugin to do; asked for every request. Nothing is loaded before. */
  needed(): boolean;
  load(): Promise<PluginSteps>;
}

/** Creates a plugin that costs a comparison until it is needed, and is synchronous once it is loaded. */
export function lazyPlugin({ name, steps, handles, concerns, needed, load }: LazyPluginOptions): AdmissionPlugin {
  let plugin: PluginSteps | undefined;
  let loading: Promise<PluginSteps> | undefined;
  /** A load that failed is tried again by the next request. */
  const loaded = (): Promise<PluginSteps> =>
    (loading ??= load().then(
      (ready) => (plugin = ready),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  const via = <T>(call: (ready: PluginSteps) => MaybeAsync<T>): MaybeAsync<T> =>
    plugin === undefined ? loaded().then(call) : call(plugin);
  return {
    name,
    handles: (operation) => needed() && handles(operation),
    ...(concerns !== undefined && { concerns }),
    ...(steps.includes("admit") && {
      admit: (attributes: AdmissionAttributes) => via<KubeObject | undefined>((ready) => ready.admit?.(attributes)),
    }),
    ...(steps.includes("validate") && {
      validate: (attributes: AdmissionAttributes) => via<void>((ready) => ready.validate?.(attributes)),
    }),
  };
}
