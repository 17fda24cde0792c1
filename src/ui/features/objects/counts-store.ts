import { isRecord } from "../../../apimachinery/is-record.ts";
import { createStore } from "zustand/vanilla";
import type { Trace } from "../../../component-base/trace.ts";
import { sendJson } from "../../data/send.ts";
import { readTarget, targetOf, type Resource } from "../../kube/resource.ts";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";

export interface Counts {
  /** The number of objects by `group/resource`. Kinds that the user may not list are missing. */
  readonly of: Readonly<Record<string, number>>;
  /** Counts all kinds, and again those that are written to, until the returned function is called. */
  readonly follow: (resources: readonly Resource[]) => () => void;
}

export const countKey = (resource: Pick<Resource, "group" | "resource">): string =>
  `${resource.group}/${resource.resource}`;

/** Writes within this interval are counted together. */
const settleMs = 150;

/** The number of objects of each kind, determined with lists of limit 1. */
export const counts = defineUserSlice<Counts>((page, left) =>
  createStore<Counts>((set, get) => ({
    of: {},
    follow(resources) {
      const refresh = async (which: readonly Resource[]) => {
        const found = await Promise.all(which.map((resource) => countOne(page, resource)));
        if (!left.aborted) set({ of: { ...get().of, ...Object.fromEntries(found.flat()) } });
      };
      const listable = resources.filter((resource) => resource.verbs.includes("list"));
      void refresh(listable);
      return onWrites(page, (written) => void refresh(listable.filter((resource) => written.has(countKey(resource)))));
    },
  })),
);

async function countOne(page: Page, resource: Resource): Promise<readonly (readonly [string, number])[]> {
  const call = { method: "GET", target: `${targetOf(resource)}?limit=1` };
  return sendJson(page.handle, "kubepad-ui/0.1", call).then(
    (list) => [[countKey(resource), countOf(list)]],
    () => [],
  );
}

function countOf(list: unknown): number {
  if (!isRecord(list) || !Array.isArray(list["items"])) return 0;
  const remaining = isRecord(list["metadata"]) ? list["metadata"]["remainingItemCount"] : undefined;
  return list["items"].length + (typeof remaining === "number" ? remaining : 0);
}

/** Reports the kinds that were written to, based on the server's traces. */
function onWrites(page: Page, told: (kinds: ReadonlySet<string>) => void): () => void {
  let written = new Set<string>();
  let stop = () => {};
  let over = false;
  const tell = () => {
    const kinds = written;
    written = new Set();
    told(kinds);
  };
  const hear = (traces: readonly Trace[]) => {
    const before = written.size;
    for (const kind of traces.flatMap(kindWritten)) written.add(kind);
    if (before === 0 && written.size > 0) page.clock.after(settleMs, tell);
  };
  page.inspect.subscribe(hear).then(
    (unsubscribe) => {
      stop = unsubscribe;
      if (over) stop();
    },
    () => undefined,
  );
  return () => {
    over = true;
    stop();
  };
}

function kindWritten({ method, target, status }: Trace): string[] {
  if (method === "GET" || status >= 300 || target.includes("dryRun")) return [];
  const parts = readTarget(target);
  return parts === undefined ? [] : [countKey(parts)];
}
