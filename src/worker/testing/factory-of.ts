import { unchangedSettings, type ChosenSettings } from "../../client/settings.ts";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import type { ServerFactory } from "../host/hosted-server.ts";
import { createShortMemory } from "../host/kept-settings.ts";
import { PageFunctions } from "../host/page-functions.ts";
import type { StartedServer } from "../host/server-gate.ts";
import { viewServer } from "../host/settings-view.ts";
import { noRaces } from "./no-races.ts";
import type { ServerSettings } from "../host/worker-messages.ts";

type TestServer = Pick<StartedServer, "handle" | "inspect" | "close">;

/** Creates the factory of a test's servers. `create` makes a server that keeps its objects, or a temporary one. */
export function factoryOf(
  settings: ServerSettings,
  create: (chosen: ChosenSettings, functions: PageFunctions, keeps: boolean) => Promise<TestServer>,
): ServerFactory {
  const { featureGates = {}, runtimeConfig = "", emulatedVersion = "" } = settings;
  const functions = new PageFunctions(createSystemClock());
  return {
    defaults: { ...unchangedSettings, featureGates, runtimeConfig, emulatedVersion },
    functions,
    memory: createShortMemory({}),
    start: async (chosen) => {
      const server = await create(chosen, functions, true);
      const { handle, inspect } = server;
      const close = (): Promise<void> => server.close();
      return {
        handle,
        inspect,
        races: noRaces,
        epoch: undefined,
        persistent: false,
        shared: false,
        reason: undefined,
        close,
      };
    },
    view: async (chosen) => {
      const server = await create(chosen, functions, false);
      return viewServer(server.handle, chosen, { plugins: [], controllers: [] }).finally(() => server.close());
    },
  };
}
