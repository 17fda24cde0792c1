import { createStore } from "zustand/vanilla";
import { readSetting, writeSetting } from "../../platform/storage.ts";
import { defineSlice } from "../../state/page.ts";

export interface Explorer {
  /** "" for all. */
  readonly namespace: string;
  readonly setNamespace: (namespace: string) => void;
}

const isText = (value: unknown): value is string => typeof value === "string";

/** What the explorer looks at; remembered. */
export const explorer = defineSlice<Explorer>(() => {
  const store = createStore<Explorer>((set) => ({
    namespace: readSetting("namespace", isText) ?? "",
    setNamespace: (namespace) => set({ namespace }),
  }));
  store.subscribe(({ namespace }) => writeSetting("namespace", namespace));
  return store;
});
