import { exposeKubepad, openKubepad } from "../worker/kubepad.ts";
import type { NewWorld } from "../worker/host/worker-messages.ts";
import { startOffline } from "../worker/offline/offline.ts";
import { embeddedView } from "./platform/embedded.ts";

const view = embeddedView();
if (view === undefined) void startPage();
else void import("./embed/start-embed.tsx").then(({ startEmbed }) => startEmbed(view));

/** What a new database begins with: all controllers, or those in the query of the address (docs/controllers.md). */
function newWorldOf(query: URLSearchParams): NewWorld | undefined {
  const controllers = query.get("controllers") ?? "*";
  return controllers === "" ? undefined : { controllers: controllers.split(","), simulatedNodes: 2 };
}

/** Starts the server before the code of the page is loaded, so that it is ready when the page appears. */
async function startPage(): Promise<void> {
  const kubepad = openKubepad({ newWorld: newWorldOf(new URLSearchParams(location.search)) });
  exposeKubepad(kubepad);
  const { state, update } = startOffline();
  const { renderPage } = await import("./render.tsx");
  renderPage({
    handle: kubepad.handle,
    inspect: kubepad.inspect,
    registerConverter: kubepad.registerConverter,
    registerWebhook: kubepad.registerWebhook,
    openServer: kubepad.openServer,
    leadership: kubepad.leadership,
    rescue: kubepad.rescue,
    offline: { get: () => state.get(), subscribe: (listener) => state.subscribe(listener), update },
  });
}
