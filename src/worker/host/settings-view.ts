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
import { gateWarnings } from "../../component-base/features/feature-gates.ts";
import { gateFacts } from "../../component-base/features/gate-facts.ts";
import { binaryRelease } from "../../component-base/versions/release.ts";
import { choicesOf } from "./server-choices.ts";

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
