import { createStore } from "zustand/vanilla";
import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import { follow } from "../../data/follow.ts";
import { targetOf } from "../../kube/resource.ts";
import { sharedFrame } from "../../platform/browser-clock.ts";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import type { WorldFilter } from "./world-filter.ts";
import { worldKinds, worldObject, type WorldKind, type WorldObject } from "./world-kinds.ts";
import type { Grouping } from "./world-tree.ts";

interface WorldState {
  readonly objects: readonly WorldObject[];
  /** The objects as the map draws them, and as the bars count them: each part of the view has a frame of its own. */
  readonly onMap: readonly WorldObject[];
  readonly inBars: readonly WorldObject[];
  /** Whether all kinds have been listed. */
  readonly isListed: boolean;
  readonly refused: Status | undefined;
  readonly filter: WorldFilter;
  readonly grouping: Grouping;
  readonly closed: ReadonlySet<string>;
  readonly selected: string;
  readonly change: (part: Partial<Pick<WorldState, "grouping" | "selected">>) => void;
  readonly narrow: (part: Partial<WorldFilter>) => void;
  readonly toggle: (key: string) => void;
  /** Follows the objects until the returned function is called. */
  readonly attend: () => () => void;
}

/** The shortest time between two pictures: while much changes, the page has time for other work. */
const gapMs = 100;

/** The objects of the world while its view is open. */
export const world = defineUserSlice<WorldState>((page, left) => {
  const objects = new Map<string, WorldObject>();
  const listed = new Set<WorldKind>();
  const soon = sharedFrame(page.clock, gapMs, 1);
  let control = new AbortController();
  left.addEventListener("abort", () => control.abort());
  const store = createStore<WorldState>((set, get) => ({
    objects: [],
    onMap: [],
    inBars: [],
    isListed: false,
    refused: undefined,
    filter: { namespace: "", text: "", levels: new Set() },
    grouping: "owner",
    closed: new Set(),
    selected: "",
    change: (part) => set(part),
    narrow: (part) => set(({ filter }) => ({ filter: { ...filter, ...part } })),
    toggle(key) {
      const closed = new Set(get().closed);
      if (!closed.delete(key)) closed.add(key);
      set({ closed });
    },
    attend() {
      control = new AbortController();
      const parts = [
        soon(() => set({ objects: [...objects.values()], isListed: listed.size === worldKinds.length })),
        soon(() => set({ onMap: [...objects.values()] })),
        soon(() => set({ inBars: [...objects.values()] })),
      ];
      const told = (): void => parts.forEach((draw) => draw());
      const { signal } = control;
      void import("./world-usage.ts").then(({ followWorldUsage }) => followWorldUsage(page, objects, told, signal));
      for (const kind of worldKinds)
        void followKind(page, kind, signal, {
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
  const put = (object: KubeObject): void => {
    const { uid = "" } = object.metadata;
    const used = objects.get(uid)?.usage;
    objects.set(uid, { ...worldObject(kind, object), ...(used && { usage: used }) });
  };
  return follow(
    page,
    targetOf(kind),
    {
      restart() {
        for (const [uid, one] of objects) if (one.kind === kind) objects.delete(uid);
      },
      page: (items) => (items.forEach(put), told()),
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
