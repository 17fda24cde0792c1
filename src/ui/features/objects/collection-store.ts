import { createStore, type StoreApi } from "zustand/vanilla";
import type { Status } from "../../../apimachinery/meta.ts";
import type { StreamEvent } from "../../data/watch-stream.ts";
import { follow } from "../../data/follow.ts";
import { hasState } from "../../../diagnosis/summarize.ts";
import type { SubjectKind } from "../../actions/action.ts";
import { targetOf, withParameter, type ObjectPath } from "../../kube/resource.ts";
import { oncePerFrame } from "../../platform/browser-clock.ts";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import { acceptTable, type TableColumn } from "../../data/table.ts";
import { byKey, rowOf, tableOf, type ObjectRow } from "./rows.ts";
import { followEndpoints, withEndpoints, type Endpoints } from "./service-endpoints.ts";

export interface Collection {
  /** The target of the watched collection; "" if none is watched. */
  readonly target: string;
  /** The printer columns returned by the server. */
  readonly columns: readonly TableColumn[];
  readonly rows: readonly ObjectRow[];
  readonly remaining: number;
  readonly state: "loading" | "live";
  readonly trouble: Status | undefined;
  readonly open: (kind: SubjectKind, path: ObjectPath) => void;
  readonly close: () => void;
}

/** The live objects of the selected kind. Only one collection is watched at a time. */
export const collection = defineUserSlice<Collection>((page, left) => {
  let control = new AbortController();
  left.addEventListener("abort", () => control.abort());
  const store = createStore<Collection>((set, get) => ({
    target: "",
    columns: [],
    rows: [],
    remaining: 0,
    state: "loading",
    trouble: undefined,
    open(kind, path) {
      const target = targetOf({ ...path, name: undefined });
      if (get().target === target) return;
      control.abort();
      control = new AbortController();
      set({ target, columns: [], rows: [], remaining: 0, state: "loading", trouble: undefined });
      const told = hasState(kind.group, kind.kind) ? kind : undefined;
      void run(page, { path, kind: told, target }, store, control.signal);
    },
    close() {
      control.abort();
      set({ target: "", rows: [] });
    },
  }));
  return store;
});

interface Followed {
  readonly path: ObjectPath;
  readonly target: string;
  /** Given where the rows tell a state, for which they need whole objects. */
  readonly kind: SubjectKind | undefined;
}

/** Follows a collection as a table. */
function run(
  page: Page,
  { path, target, kind }: Followed,
  store: StoreApi<Collection>,
  signal: AbortSignal,
): Promise<void> {
  const rows = new Map<string, ObjectRow>();
  let sorted: ObjectRow[] = [];
  let endpoints: Endpoints | undefined;
  let known = false;
  let part: Partial<Collection> = {};
  const show = oncePerFrame(() => {
    if (signal.aborted) return;
    if (!known) sorted = [...rows.values()].toSorted(byKey);
    if (!known && endpoints !== undefined) sorted = withEndpoints(sorted, endpoints);
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
    const { columns, rows: changed } = tableOf(event.object, [event.object]);
    if (columns.length > 0) part = { ...part, columns };
    for (const each of changed) {
      const row = rowOf(each, true, kind);
      if (event.type === "DELETED") rows.delete(row.key);
      else rows.set(row.key, row);
    }
  };
  if (kind?.kind === "Service" && kind.group === "")
    void followEndpoints(page, path.namespace, (found) => ((endpoints = found), change({})), signal);
  return follow(
    page,
    kind === undefined ? target : withParameter(target, "includeObject", "Object"),
    {
      accept: acceptTable,
      restart: () => rows.clear(),
      page(items, remaining, list) {
        const table = tableOf(list, items);
        for (const each of table.rows) {
          const row = rowOf(each, false, kind);
          rows.set(row.key, row);
        }
        change({ remaining, ...(table.columns.length > 0 && { columns: table.columns }) });
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
