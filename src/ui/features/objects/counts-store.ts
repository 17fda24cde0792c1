import { isRecord } from "../../../apimachinery/is-record.ts";
import { createStore } from "zustand/vanilla";
import { pageAgent, sendJson } from "../../data/send.ts";
import { targetOf, type Resource } from "../../kube/resource.ts";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import { onWrites } from "../../state/writes.ts";

export interface Counts {
  /** The number of objects by `group/resource`. Kinds that the user may not list are missing. */
  readonly of: Readonly<Record<string, number>>;
  /** Counts all kinds, and again those that are written to, until the returned function is called. */
  readonly follow: (resources: readonly Resource[]) => () => void;
}

export const countKey = (resource: Pick<Resource, "group" | "resource">): string =>
  `${resource.group}/${resource.resource}`;

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
  return sendJson(page.handle, pageAgent, call).then(
    (list) => [[countKey(resource), countOf(list)]],
    () => [],
  );
}

function countOf(list: unknown): number {
  if (!isRecord(list) || !Array.isArray(list["items"])) return 0;
  const remaining = isRecord(list["metadata"]) ? list["metadata"]["remainingItemCount"] : undefined;
  return list["items"].length + (typeof remaining === "number" ? remaining : 0);
}
