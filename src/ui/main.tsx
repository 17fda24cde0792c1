import { exposeKubepad, openKubepad } from "../worker/kubepad.ts";
import type { NewWorld } from "../worker/host/worker-messages.ts";
import { startOffline } from "../worker/offline/offline.ts";
import { newWorld } from "./kube/new-world.ts";
import { sampleObjects } from "./kube/sample.ts";
import { embeddedView } from "./platform/embedded.ts";
import { namesPlace } from "./platform/address.ts";

const view = embeddedView();
if (view === undefined) void startPage();
else void import("./embed/start-embed.tsx").then(({ startEmbed }) => startEmbed(view));

/**
 * What a new database begins with: all controllers, or those in the query of the address (docs/controllers.md), and the
 * sample where the address names nothing else to see.
 */
function newWorldOf({ search, hash }: Location): NewWorld | undefined {
  const asked = new URLSearchParams(search).get("controllers");
  if (asked === "") return undefined;
  const objects = namesPlace(hash) ? undefined : sampleObjects.map(([, object]) => object);
  return { ...newWorld, ...(asked !== null && { controllers: asked.split(",") }), objects };
}

/** Starts the server before the code of the page is loaded, so that it is ready when the page appears. */
async function startPage(): Promise<void> {
  const kubepad = openKubepad({ newWorld: newWorldOf(location) });
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
