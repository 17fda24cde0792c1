import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import type { ChosenSettings, SettingsView } from "../client/settings.ts";
import { controllerFacts, pluginsFor } from "../controllers/controller-names.ts";
import { pluginFacts } from "../kube-apiserver/admission.ts";
import type { ApiServerOptions } from "../kube-apiserver/options.ts";
import { createApiServer } from "../kube-apiserver/server.ts";
import { choicesOf } from "./host/server-choices.ts";
import { viewServer } from "./host/settings-view.ts";

/** Returns the settings that would be in effect, by starting a temporary server in memory. */
export async function viewSettings(
  chosen: ChosenSettings,
  controllers: readonly string[] | undefined,
  { clock, random }: Pick<ApiServerOptions, "clock" | "random">,
): Promise<SettingsView> {
  const facts = controllerFacts(controllers);
  const server = await createApiServer({ backend: createMemoryBackend(), clock, random, ...choicesOf(chosen) });
  try {
    const plugins = pluginFacts({ ...chosen, defaultAdmissionPlugins: pluginsFor(controllers) });
    return await viewServer(server.handle, chosen, { plugins, controllers: facts });
  } finally {
    await server.close();
  }
}
