import type { FeatureSettings } from "../component-base/features/feature-gates.ts";
import type { GateFacts } from "../component-base/features/gate-facts.ts";
import type { Release } from "../component-base/versions/release.ts";

/** The configurable settings of a server, as the values of its flags; empty values mean the default. */
export interface ChosenSettings {
  readonly featureGates: FeatureSettings;
  /** The value of `--runtime-config`: `api/beta=true,apps/v1/deployments=false`. */
  readonly runtimeConfig: string;
  /** The value of `--emulated-version`: `1.33`. */
  readonly emulatedVersion: string;
  /** The admission plugins of `--enable-admission-plugins`. */
  readonly enableAdmissionPlugins: readonly string[];
  /** The admission plugins of `--disable-admission-plugins`. */
  readonly disableAdmissionPlugins: readonly string[];
  /** The controllers of `--controllers`; absent for those that the server was opened with. */
  readonly controllers?: readonly string[];
}

/** The settings of a server that are changed in nothing. */
export const unchangedSettings: ChosenSettings = {
  featureGates: {},
  runtimeConfig: "",
  emulatedVersion: "",
  enableAdmissionPlugins: [],
  disableAdmissionPlugins: [],
};

/** An admission plugin of upstream. */
export interface PluginFacts {
  readonly name: string;
  /** False if this server does not have the plugin, so that it cannot be enabled. */
  readonly present: boolean;
  readonly byDefault: boolean;
  readonly enabled: boolean;
}

/** A controller that the server can run. */
export interface ControllerFacts {
  /** The name in kube-controller-manager's `--controllers`. */
  readonly name: string;
  /** Whether it is one of those that the API server depends on. */
  readonly isOwn: boolean;
  readonly enabled: boolean;
}

/** A group version and its built-in resources; custom resources are not listed. */
export interface ServedVersion {
  readonly groupVersion: string;
  readonly resources: readonly string[];
}

/** The effect of certain settings on a server. */
export interface SettingsView {
  readonly chosen: ChosenSettings;
  readonly release: Release;
  readonly gates: readonly GateFacts[];
  /** All plugins of upstream in the order in which they are called. */
  readonly plugins: readonly PluginFacts[];
  readonly controllers: readonly ControllerFacts[];
  readonly served: readonly ServedVersion[];
  /** The server's warnings about feature gates that will be removed. */
  readonly warnings: readonly string[];
}

/** The current settings of the server. */
export interface SettingsReport extends SettingsView {
  /** The default settings. */
  readonly defaults: ChosenSettings;
  /** The releases that it can emulate, newest first. */
  readonly releases: readonly Release[];
  /** True if the chosen settings are persisted beyond this worker. */
  readonly remembered: boolean;
  /** Chosen settings that could not be used, and the error message. */
  readonly refused?: { readonly chosen: ChosenSettings; readonly message: string };
}

/** The settings methods of the Inspector. Arguments and results are plain data. */
export interface SettingsCalls {
  serverSettings(): Promise<SettingsReport>;
  /**
   * Returns the effect of these settings without changing anything; rejects with the server's message if they are
   * invalid.
   */
  trySettings(chosen: ChosenSettings): Promise<SettingsView>;
  /**
   * Restarts the server on the same storage with other settings, or with the defaults. Requests in progress are
   * completed, later ones wait, and watches end. Rejects with a message if the settings cannot be used; the server then
   * keeps its previous settings.
   */
  changeSettings(chosen: ChosenSettings | undefined): Promise<SettingsReport>;
}

/** Returns a SettingsCalls that forwards calls through `via`; changes may need another way than reads. */
export const settingsCallsThrough = (
  via: <T>(call: (calls: SettingsCalls) => Promise<T>) => Promise<T>,
  change: typeof via = via,
): SettingsCalls => ({
  serverSettings: () => via((calls) => calls.serverSettings()),
  trySettings: (chosen) => via((calls) => calls.trySettings(chosen)),
  changeSettings: (chosen) => change((calls) => calls.changeSettings(chosen)),
});
