import { Client } from "../../client/client.ts";
import { discover } from "../../client/discovery.ts";
import type { ChosenSettings, ServedVersion, SettingsView } from "../../client/settings.ts";
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
}

/** Parses the chosen settings; throws a ConfigurationError if they are invalid. */
export const choicesOf = ({ featureGates, runtimeConfig, emulatedVersion }: ChosenSettings): ServerChoices => ({
  featureGates,
  runtimeConfig: runtimeConfig === "" ? undefined : parseRuntimeConfig(runtimeConfig),
  emulatedRelease: emulatedVersion === "" ? undefined : parseEmulatedVersion(emulatedVersion),
});

/** Returns the effective settings of a server that was started with the given choices. */
export async function viewServer(handle: Handle, chosen: ChosenSettings): Promise<SettingsView> {
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
    warnings: gateWarnings(featureGates, release),
    served: [...served].map(([groupVersion, names]): ServedVersion => ({ groupVersion, resources: names })),
  };
}
