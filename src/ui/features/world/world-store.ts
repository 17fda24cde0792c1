import { createStore } from "zustand/vanilla";
import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import { follow } from "../../data/follow.ts";
import { targetOf } from "../../kube/resource.ts";
import { oncePerFrame } from "../../platform/browser-clock.ts";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import { worldKinds, type WorldKind, type WorldObject } from "./world-tree.ts";

interface WorldState {
  readonly objects: readonly WorldObject[];
  /** Whether all kinds have been listed. */
  readonly isListed: boolean;
  readonly refused: Status | undefined;
  readonly namespace: string;
  readonly closed: ReadonlySet<string>;
  readonly selected: string;
  readonly setNamespace: (namespace: string) => void;
  readonly toggle: (key: string) => void;
  readonly select: (key: string) => void;
  /** Follows the objects until the returned function is called. */
  readonly attend: () => () => void;
}

/** The objects of the world while its view is open. */
export const world = defineUserSlice<WorldState>((page, left) => {
  const objects = new Map<string, WorldObject>();
  const listed = new Set<WorldKind>();
  let control = new AbortController();
  left.addEventListener("abort", () => control.abort());
  const store = createStore<WorldState>((set, get) => ({
    objects: [],
    isListed: false,
    refused: undefined,
    namespace: "",
    closed: new Set(),
    selected: "",
    setNamespace: (namespace) => set({ namespace }),
    toggle(key) {
      const closed = new Set(get().closed);
      if (!closed.delete(key)) closed.add(key);
      set({ closed });
    },
    select: (selected) => set({ selected }),
    attend() {
      control = new AbortController();
      const told = oncePerFrame(() =>
        set({ objects: [...objects.values()], isListed: listed.size === worldKinds.length }),
      );
      for (const kind of worldKinds)
        void followKind(page, kind, control.signal, {
          objects,
          told,
          listed: () => void listed.add(kind),
          trouble: (refused) => set({ refused }),
        });
      return () => control.abort();
    },
  }));
  return store;
});

interface Kept {
  readonly objects: Map<string, WorldObject>;
  readonly told: () => void;
  readonly listed: () => void;
  readonly trouble: (status: Status | undefined) => void;
}

function followKind(page: Page, kind: WorldKind, signal: AbortSignal, kept: Kept): Promise<void> {
  const { objects, told } = kept;
  const put = (object: KubeObject): void => void objects.set(object.metadata.uid ?? "", { kind, object });
  return follow(
    page,
    targetOf(kind),
    {
      restart() {
        for (const [uid, one] of objects) if (one.kind === kind) objects.delete(uid);
      },
      page: (items) => items.forEach(put),
      listed: () => (kept.listed(), told()),
      events(events) {
        for (const event of events)
          if (event.type === "DELETED") objects.delete(event.object.metadata.uid ?? "");
          else if (event.type === "ADDED" || event.type === "MODIFIED") put(event.object);
        told();
      },
      trouble: (status) => (status?.code === 404 ? (kept.listed(), told()) : kept.trouble(status)),
    },
    signal,
  );
}
