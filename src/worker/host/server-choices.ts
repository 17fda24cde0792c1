import type { ChosenSettings } from "../../client/settings.ts";
import type { FeatureSettings } from "../../component-base/features/feature-gates.ts";
import { parseEmulatedVersion, type Release } from "../../component-base/versions/release.ts";
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
