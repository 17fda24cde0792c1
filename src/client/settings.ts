import type { FeatureSettings } from "../component-base/features/feature-gates.ts";
import type { GateFacts } from "../component-base/features/gate-facts.ts";
import type { Release } from "../component-base/versions/release.ts";

/** What somebody can choose about a server, as its flags say it; what is empty is as it is by default. */
export interface ChosenSettings {
  readonly featureGates: FeatureSettings;
  /** `--runtime-config`: `api/beta=true,apps/v1/deployments=false`. */
  readonly runtimeConfig: string;
  /** `--emulated-version`: `1.33`. */
  readonly emulatedVersion: string;
}

/** A version of a group with the resources that it serves; custom ones are not told. */
export interface ServedVersion {
  readonly groupVersion: string;
  readonly resources: readonly string[];
}

/** What a server with certain settings is. */
export interface SettingsView {
  readonly chosen: ChosenSettings;
  readonly release: Release;
  readonly gates: readonly GateFacts[];
  readonly served: readonly ServedVersion[];
  /** What the server says of gates that are about to go. */
  readonly warnings: readonly string[];
}

/** How the server is set up now. */
export interface SettingsReport extends SettingsView {
  /** How it is set up where nobody chose anything. */
  readonly defaults: ChosenSettings;
  /** The releases that it can act as, the newest first. */
  readonly releases: readonly Release[];
  /** The choice outlives this worker. */
  readonly remembered: boolean;
  /** Settings that were to be used and could not, and why. */
  readonly refused?: { readonly chosen: ChosenSettings; readonly message: string };
}

/** What the Inspector knows of the server's settings; everything is plain data. */
export interface SettingsCalls {
  serverSettings(): Promise<SettingsReport>;
  /**
   * What a server with these settings would be; rejects with its own words where there can be none. Changes nothing.
   */
  trySettings(chosen: ChosenSettings): Promise<SettingsView>;
  /**
   * Starts the server anew with other settings, or with those that it has by default, on the same storage. Requests
   * that are under way are finished, later ones
   * wait, watches end. Rejects with a sentence where it cannot be done; the server goes on as it was then.
   */
  changeSettings(chosen: ChosenSettings | undefined): Promise<SettingsReport>;
}

/** The calls by way of something that reaches them; changes may need another way than questions. */
export const settingsCallsThrough = (
  via: <T>(call: (calls: SettingsCalls) => Promise<T>) => Promise<T>,
  change: typeof via = via,
): SettingsCalls => ({
  serverSettings: () => via((calls) => calls.serverSettings()),
  trySettings: (chosen) => via((calls) => calls.trySettings(chosen)),
  changeSettings: (chosen) => change((calls) => calls.changeSettings(chosen)),
});
