import { isRecord } from "../../apimachinery/is-record.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { createStore } from "zustand/vanilla";
import { Client } from "../../client/client.ts";
import { discover, preferred } from "../../client/discovery.ts";
import { follow } from "../data/follow.ts";
import { isKubeObject, pageAgent } from "../data/send.ts";
import type { Resource } from "../kube/resource.ts";
import { defineUserSlice } from "./identity.ts";
import type { Page } from "./page.ts";

/** The served resources and the existing namespaces. */
export interface Catalog {
  readonly resources: readonly Resource[];
  readonly namespaces: readonly string[];
  readonly state: "loading" | "ready" | "failed";
  readonly trouble: string;
  /** Loads the catalog, and reloads it when resources are added or removed. */
  readonly load: () => Promise<void>;
  readonly find: (group: string, resource: string) => Resource | undefined;
}

/** The catalog store, used for completion, the explorer and the palette. */
export const catalog = defineUserSlice<Catalog>((page, signal) => {
  let following = false;
  const store = createStore<Catalog>((set, get) => ({
    resources: [],
    namespaces: [],
    state: "loading",
    trouble: "",
    async load() {
      try {
        const { resources } = await discover(new Client({ handle: page.handle, userAgent: pageAgent }));
        set({ resources: preferred(resources), state: "ready", trouble: "" });
        if (!following) void followNamespaces(page, (namespaces) => set({ namespaces }), signal);
        following = true;
      } catch (error) {
        set({ state: "failed", trouble: messageOf(error) });
      }
    },
    find: (group, resource) => get().resources.find((item) => item.group === group && item.resource === resource),
  }));
  return store;
});

function followNamespaces(page: Page, changed: (names: readonly string[]) => void, signal: AbortSignal): Promise<void> {
  const names = new Set<string>();
  const tell = () => changed([...names].toSorted());
  return follow(
    page,
    "/api/v1/namespaces",
    {
      restart: () => names.clear(),
      page: (items) => items.forEach((item) => names.add(item.metadata.name ?? "")),
      listed: tell,
      events(events) {
        for (const event of events) {
          if (event.type === "DELETED") names.delete(event.object.metadata.name ?? "");
          else if (event.type === "ADDED") names.add(event.object.metadata.name ?? "");
        }
        tell();
      },
      trouble: () => undefined,
    },
    signal,
  );
}

/** The names in a list. */
export const namesOf = (list: unknown): readonly string[] =>
  (isRecord(list) && Array.isArray(list["items"]) ? list["items"] : [])
    .filter(isKubeObject)
    .flatMap((item) => item.metadata.name ?? []);
