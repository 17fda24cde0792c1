import { createStore, type StoreApi } from "zustand/vanilla";
import { leaderLock } from "../../worker/tabs/tab-channel.ts";
import { urlOfWorld } from "../platform/address.ts";
import { firstWorld, worldHere, type NamedWorld } from "../platform/named-worlds.ts";
import { defineSlice, type Page } from "./page.ts";

/** The worlds that this browser keeps. */
export interface Worlds {
  readonly worlds: readonly NamedWorld[];
  /** The world of this page's own server. */
  readonly here: NamedWorld;
  /** Whether the browser keeps worlds: where it keeps no objects, it does not. */
  readonly areKept: boolean;
  readonly load: () => Promise<void>;
}

/** Returns the URL that opens a world where the reader was last. */
export const urlOfNamed = ({ id }: NamedWorld): string => urlOfWorld(id, "");

const unknownHere = (id: string): NamedWorld => (id === "" ? firstWorld : { id, name: "…", madeAt: undefined });

/** Tabs tell each other here that worlds have changed. */
const channelName = "kubepad/worlds";

/** Where the browser denies channels, it keeps no worlds that other tabs could change. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelName);
  } catch {
    return undefined;
  }
}

export const worlds = defineSlice<Worlds>((page) => {
  const id = worldHere();
  const store: StoreApi<Worlds> = createStore<Worlds>((set) => ({
    worlds: [unknownHere(id)],
    here: unknownHere(id),
    areKept: page.leadership.get().role !== "alone",
    async load() {
      const { listWorlds } = await loadRegistry();
      const all = await listWorlds();
      set({ worlds: all, here: all.find((world) => world.id === id) ?? unknownHere(id) });
    },
  }));
  openChannel()?.addEventListener("message", () => void store.getState().load());
  page.leadership.subscribe(() => store.setState({ areKept: page.leadership.get().role !== "alone" }));
  void store.getState().load();
  void loadRegistry().then(({ deleteLeaving }) => deleteLeaving(leaderLock));
  return store;
});

/** The page is drawn before it is known which worlds there are. */
const loadRegistry = () => import("../platform/world-registry.ts");

/** Says in all tabs that worlds have changed, also in this one. */
export function tellOfChange(page: Page): Promise<void> {
  const channel = openChannel();
  channel?.postMessage("changed");
  channel?.close();
  return worlds.of(page).getState().load();
}
