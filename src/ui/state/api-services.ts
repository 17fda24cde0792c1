import { createStore } from "zustand/vanilla";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { conditionOf } from "../../client/established.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import { followAll } from "../data/follow.ts";
import { catalog } from "./catalog.ts";
import { defineUserSlice } from "./identity.ts";

/** An APIService as the page shows it. */
export interface ApiServiceView {
  /** `VERSION.GROUP`. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  /** The Service of the extension server, as `kubectl get apiservices` prints it; "Local" if this server answers. */
  readonly server: string;
  readonly isRemote: boolean;
  /** The status of the condition Available: True, False or Unknown. */
  readonly available: string;
  readonly reason: string;
  readonly message: string;
  /** The object, with its kind. */
  readonly object: KubeObject;
}

/** The APIServices of the server, by name. */
export interface ApiServices {
  readonly all: readonly ApiServiceView[];
  readonly state: "loading" | "ready";
}

const target = "/apis/apiregistration.k8s.io/v1/apiservices";

/** How often and when discovery is asked again for a group version that has just become available. */
const againMs = [300, 1000, 3000];

/**
 * Watches the APIServices, starting on first use, and loads the catalog anew when another server begins or ceases to
 * answer for a group version. It ends for a user who may not watch them.
 */
export const apiServices = defineUserSlice<ApiServices>((page, left) => {
  const store = createStore<ApiServices>(() => ({ all: [], state: "loading" }));
  const ending = new AbortController();
  left.addEventListener("abort", () => ending.abort());
  let before = "";
  const load = (): void => void (left.aborted ? undefined : catalog.of(page).getState().load());
  const show = (objects: ReadonlyMap<string, KubeObject>): void => {
    const all = [...objects.values()].map(viewOf).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    store.setState({ all, state: "ready" });
    const remote = all.filter(({ isRemote }) => isRemote).map(({ name, available }) => `${name} ${available}`);
    const now = remote.join();
    if (now === before) return;
    before = now;
    load();
    for (const ms of againMs) page.clock.after(ms, load);
  };
  void followAll(
    page,
    target,
    show,
    (status) => {
      if (status?.code === 403 || status?.code === 401) ending.abort();
    },
    ending.signal,
  );
  return store;
});

function viewOf(object: KubeObject): ApiServiceView {
  const spec = isRecord(object["spec"]) ? object["spec"] : {};
  const service = isRecord(spec["service"]) ? spec["service"] : undefined;
  const condition = conditionOf(object, "Available");
  return {
    name: object.metadata.name ?? "",
    group: textOf(spec["group"]),
    version: textOf(spec["version"]),
    server: service === undefined ? "Local" : `${textOf(service["namespace"])}/${textOf(service["name"])}`,
    isRemote: service !== undefined,
    available: textOf(condition?.["status"]) || "Unknown",
    reason: textOf(condition?.["reason"]),
    message: textOf(condition?.["message"]),
    object: { apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", ...object },
  };
}

/** Returns the page's address of the Overview of an APIService. */
export const apiServiceAddress = (name: string): string =>
  `#/objects/apiregistration.k8s.io/v1/apiservices/-/${encodeURIComponent(name)}`;
