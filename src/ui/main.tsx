import { createFetch } from "../client/fetch-adapter.ts";
import { exposeKubepad, openKubepad } from "../worker/kubepad.ts";
import type { NewWorld } from "../worker/host/worker-messages.ts";
import { startOffline } from "../worker/offline/offline.ts";
import { newWorld } from "./kube/new-world.ts";
import { sampleObjects } from "./kube/sample.ts";
import { embeddedView } from "./platform/embedded.ts";
import { namesPlace, takeBeginning, urlOfWorld } from "./platform/address.ts";
import { databaseOf, worldHere } from "./platform/named-worlds.ts";
import { lostWorldKey, tabMemory } from "./platform/tab-memory.ts";

const view = embeddedView();
if (view === undefined) void startPage();
else if (view === "worker")
  void import("./embed/start-worker-frame.ts").then(({ startWorkerFrame }) => startWorkerFrame());
else void import("./embed/start-embed.tsx").then(({ startEmbed }) => startEmbed(view));

/**
 * What a new database begins with: all controllers, or those in the query of the address (docs/controllers.md), and the
 * sample where the address names nothing else to see.
 */
function newWorldOf({ search, hash }: Location): NewWorld | undefined {
  const asked = new URLSearchParams(search).get("controllers");
  const begin = takeBeginning();
  if (asked === "") return undefined;
  const hasSample = begin === undefined ? worldHere() === "" && !namesPlace(hash) : begin === "sample";
  const objects = hasSample ? sampleObjects.map(([, object]) => object) : undefined;
  return { ...newWorld, ...(asked !== null && { controllers: asked.split(",") }), objects };
}

/** Leads from the address of a world that is not there to the first one, which says so. */
function leaveUnknownWorld(): void {
  tabMemory.write(lostWorldKey, true);
  location.replace(urlOfWorld("", location.hash));
}

/** Starts the server before the code of the page is loaded, so that it is ready when the page appears. */
async function startPage(): Promise<void> {
  const world = worldHere();
  if (world !== "" && !(await (await import("./platform/world-registry.ts")).hasWorld(world)))
    return leaveUnknownWorld();
  const kubepad = openKubepad({ database: databaseOf(world), newWorld: newWorldOf(location) });
  const scripts = { handle: kubepad.handle };
  exposeKubepad({ ...kubepad, fetch: createFetch((exchange) => scripts.handle(exchange)) });
  const { state, update } = startOffline();
  const { renderPage } = await import("./render.tsx");
  renderPage({
    handle: kubepad.handle,
    inspect: kubepad.inspect,
    scripts,
    registrations: kubepad,
    openServer: kubepad.openServer,
    leadership: kubepad.leadership,
    rescue: kubepad.rescue,
    offline: { get: () => state.get(), subscribe: (listener) => state.subscribe(listener), update },
  });
}
