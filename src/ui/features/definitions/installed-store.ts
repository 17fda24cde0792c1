import { createStore, type StoreApi } from "zustand/vanilla";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import { followAll } from "../../data/follow.ts";
import { catalog } from "../../state/catalog.ts";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";

/** The installed definitions. */
export interface Installed {
  readonly objects: ReadonlyMap<string, KubeObject>;
  readonly state: "loading" | "ready";
  readonly trouble: Status | undefined;
}

export const definitionsTarget = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Watches the definitions on the server, starting on first use. */
export const installed = defineUserSlice<Installed>((page, signal) => {
  const store = createStore<Installed>(() => ({ objects: new Map(), state: "loading", trouble: undefined }));
  void followDefinitions(page, store, signal);
  return store;
});

function followDefinitions(page: Page, store: StoreApi<Installed>, signal: AbortSignal): Promise<void> {
  let served = "";
  const show = (objects: ReadonlyMap<string, KubeObject>): void => {
    store.setState({ objects, state: "ready" });
    const now = [...objects.values()]
      .filter(isEstablished)
      .map(({ metadata }) => metadata.name ?? "")
      .toSorted()
      .join();
    if (now !== served) void catalog.of(page).getState().load();
    served = now;
  };
  return followAll(page, definitionsTarget, show, (trouble) => store.setState({ trouble }), signal);
}

/** Reports whether a condition of a definition is True. */
function hasCondition(object: KubeObject, type: string): boolean {
  const status = object["status"];
  const conditions: unknown = isRecord(status) ? status["conditions"] : undefined;
  return (
    Array.isArray(conditions) &&
    conditions.some((condition) => isRecord(condition) && condition["type"] === type && condition["status"] === "True")
  );
}

/** Reports whether the definition is established, so that its resource is served. */
export const isEstablished = (object: KubeObject): boolean => hasCondition(object, "Established");
