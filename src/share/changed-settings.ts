import type { ChosenSettings } from "../client/settings.ts";
import type { WorldPace, WorldSettings } from "./world.ts";

/** Returns the settings that differ from those that a server has which was opened without any. */
export function changedSettings(
  chosen: ChosenSettings,
  defaults: ChosenSettings,
  { paused, speed }: WorldPace,
): WorldSettings {
  const { featureGates, runtimeConfig, emulatedVersion, controllers } = chosen;
  const { enableAdmissionPlugins, disableAdmissionPlugins } = chosen;
  return {
    ...(emulatedVersion !== "" && emulatedVersion !== defaults.emulatedVersion && { emulatedVersion }),
    ...(Object.keys(featureGates).length > 0 && { featureGates }),
    ...(runtimeConfig !== "" && runtimeConfig !== defaults.runtimeConfig && { runtimeConfig }),
    ...(enableAdmissionPlugins.length > 0 && { enableAdmissionPlugins }),
    ...(disableAdmissionPlugins.length > 0 && { disableAdmissionPlugins }),
    ...(controllers !== undefined && { controllers }),
    ...((paused || speed !== 1) && { pace: { paused, speed } }),
  };
}
