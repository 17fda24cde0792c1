import type { KubeObject } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import type { AdmissionAttributes, AdmissionTarget, Operation } from "./attributes.ts";

/** What a plugin does, without when. */
export type PluginSteps = Pick<AdmissionPlugin, "admit" | "validate">;

/** A plugin whose implementation is loaded when it is first needed. */
export interface LazyPluginOptions {
  readonly name: string;
  readonly steps: readonly ("admit" | "validate")[];
  handles(operation: Operation): boolean;
  matches?(target: AdmissionTarget): boolean;
  /** Whether there is anything for the plugin to do. Nothing is loaded before. */
  needed?(): boolean;
  concerns?(attributes: AdmissionAttributes): boolean;
  load(): Promise<PluginSteps>;
}

/** Creates a plugin that is loaded by the first request that concerns it, and is synchronous afterwards. */
export function lazyPlugin({
  name,
  steps,
  handles,
  matches,
  needed,
  concerns,
  load,
}: LazyPluginOptions): AdmissionPlugin {
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
    handles,
    ...(matches !== undefined && { matches }),
    ...(needed !== undefined && { needed }),
    ...(concerns !== undefined && { concerns }),
    ...(steps.includes("admit") && {
      admit: (attributes: AdmissionAttributes) => via<KubeObject | undefined>((ready) => ready.admit?.(attributes)),
    }),
    ...(steps.includes("validate") && {
      validate: (attributes: AdmissionAttributes) => via<void>((ready) => ready.validate?.(attributes)),
    }),
  };
}
