import { createStore } from "zustand/vanilla";
import { defineSlice } from "../../state/page.ts";

export interface Explorer {
  /** The selected namespace; "" for all namespaces. */
  readonly namespace: string;
  readonly setNamespace: (namespace: string) => void;
}

const isText = (value: unknown): value is string => typeof value === "string";

/** The state of the explorer. It is persisted. */
export const explorer = defineSlice<Explorer>((page) => {
  const store = createStore<Explorer>((set) => ({
    namespace: page.memory.read("namespace", isText) ?? "",
    setNamespace: (namespace) => set({ namespace }),
  }));
  store.subscribe(({ namespace }) => page.memory.write("namespace", namespace));
  return store;
});
