import { createStore, type StoreApi } from "zustand/vanilla";
import type { StreamEvent } from "../../data/watch-stream.ts";
import { follow } from "../../data/follow.ts";
import { targetOf, type ObjectPath } from "../../kube/resource.ts";
import { oncePerFrame } from "../../platform/browser-clock.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import { byKey, rowOf, type ObjectRow } from "./rows.ts";

export interface Collection {
  /** The target that is followed, "" when none is. */
  readonly target: string;
  readonly rows: readonly ObjectRow[];
  readonly remaining: number;
  readonly state: "loading" | "live";
  readonly trouble: string;
  readonly open: (path: ObjectPath) => void;
  readonly close: () => void;
}

/** The objects of the kind that is open, live. One collection is followed at a time. */
export const collection = defineSlice<Collection>((page) => {
  let control = new AbortController();
  const store = createStore<Collection>((set, get) => ({
    target: "",
    rows: [],
    remaining: 0,
    state: "loading",
    trouble: "",
    open(path) {
      const target = targetOf({ ...path, name: undefined });
      if (get().target === target) return;
      control.abort();
      control = new AbortController();
      set({ target, rows: [], remaining: 0, state: "loading", trouble: "" });
      void run(page, target, store, control.signal);
    },
    close() {
      control.abort();
      set({ target: "", rows: [] });
    },
  }));
  return store;
});

function run(page: Page, target: string, store: StoreApi<Collection>, signal: AbortSignal): Promise<void> {
  const rows = new Map<string, ObjectRow>();
  let sorted: ObjectRow[] = [];
  let known = false;
  let part: Partial<Collection> = {};
  const show = oncePerFrame(() => {
    if (signal.aborted) return;
    if (!known) sorted = [...rows.values()].toSorted(byKey);
    known = true;
    store.setState({ ...part, rows: sorted });
    part = {};
  });
  const change = (next: Partial<Collection>) => {
    part = { ...part, ...next };
    known = false;
    show();
  };
  const apply = (event: StreamEvent) => {
    if (event.type === "ERROR" || event.type === "BOOKMARK") return;
    const row = rowOf(event.object, true);
    if (event.type === "DELETED") rows.delete(row.key);
    else rows.set(row.key, row);
  };
  return follow(
    page,
    target,
    {
      restart: () => rows.clear(),
      page(items, remaining) {
        for (const item of items) {
          const row = rowOf(item, false);
          rows.set(row.key, row);
        }
        change({ remaining });
      },
      listed: () => change({ state: "live", remaining: 0 }),
      events(events) {
        for (const event of events) apply(event);
        change({});
      },
      trouble: (trouble) => change({ trouble }),
    },
    signal,
  );
}
