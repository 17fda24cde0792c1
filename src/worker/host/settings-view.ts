import { Client } from "../../client/client.ts";
import { discover } from "../../client/discovery.ts";
import type {
  ChosenSettings,
  ControllerFacts,
  PluginFacts,
  ServedVersion,
  SettingsView,
} from "../../client/settings.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { gateWarnings, type FeatureSettings } from "../../component-base/features/feature-gates.ts";
import { gateFacts } from "../../component-base/features/gate-facts.ts";
import { binaryRelease, parseEmulatedVersion, type Release } from "../../component-base/versions/release.ts";
import { parseRuntimeConfig, type RuntimeConfig } from "../../component-base/versions/runtime-config.ts";

/** Settings in the form that createApiServer takes. */
export interface ServerChoices {
  readonly featureGates: FeatureSettings;
  readonly runtimeConfig: RuntimeConfig | undefined;
  readonly emulatedRelease: Release | undefined;
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
}

/** Parses the chosen settings; throws a ConfigurationError if they are invalid. */
export const choicesOf = (chosen: ChosenSettings): ServerChoices => ({
  featureGates: chosen.featureGates,
  runtimeConfig: chosen.runtimeConfig === "" ? undefined : parseRuntimeConfig(chosen.runtimeConfig),
  emulatedRelease: chosen.emulatedVersion === "" ? undefined : parseEmulatedVersion(chosen.emulatedVersion),
  enableAdmissionPlugins: chosen.enableAdmissionPlugins,
  disableAdmissionPlugins: chosen.disableAdmissionPlugins,
});

/** What a server is made of besides what it serves. */
export interface ServerParts {
  readonly plugins: readonly PluginFacts[];
  readonly controllers: readonly ControllerFacts[];
}

/** Returns the effective settings of a server that was started with the given choices. */
export async function viewServer(
  handle: Handle,
  chosen: ChosenSettings,
  { plugins, controllers }: ServerParts,
): Promise<SettingsView> {
  const { featureGates, emulatedRelease: release = binaryRelease } = choicesOf(chosen);
  const { resources } = await discover(new Client({ handle, userAgent: "kubepad-settings" }));
  const served = new Map<string, string[]>();
  for (const { group, version, resource } of resources) {
    const groupVersion = group === "" ? version : `${group}/${version}`;
    served.set(groupVersion, [...(served.get(groupVersion) ?? []), resource]);
  }
  return {
    chosen,
    release,
    gates: gateFacts(featureGates, release),
    plugins,
    controllers,
    warnings: gateWarnings(featureGates, release),
    served: [...served].map(([groupVersion, names]): ServedVersion => ({ groupVersion, resources: names })),
  };
}
