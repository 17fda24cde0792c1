import { useStore, type StoreApi } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ActingAs } from "../data/impersonating.ts";
import { defineSlice, usePage, type Page, type Slice } from "./page.ts";

/**
 * As whom the person's requests go; undefined for the person alone. Not remembered: a page that is loaded again acts
 * for itself.
 */
export interface Identity {
  readonly as: ActingAs | undefined;
  readonly act: (as: ActingAs | undefined) => void;
}

/** Whether somebody is impersonated. */
export const identity = defineSlice<Identity>(() =>
  createStore<Identity>((set) => ({ as: undefined, act: (as) => set({ as }) })),
);

interface Kept<T> {
  readonly as: ActingAs | undefined;
  readonly store: StoreApi<T>;
}

/**
 * Declares a store of what the server told somebody. Nobody sees what another user was told: when the person acts as
 * somebody else, `signal` aborts, the store is dropped, and the next one begins empty.
 */
export function defineUserSlice<T>(build: (page: Page, signal: AbortSignal) => StoreApi<T>): Slice<T> {
  const stores = new WeakMap<Page, Kept<T>>();
  const of = (page: Page): StoreApi<T> => {
    const user = identity.of(page);
    const { as } = user.getState();
    const known = stores.get(page);
    if (known !== undefined && known.as === as) return known.store;
    const control = new AbortController();
    const store = build(page, control.signal);
    stores.set(page, { as, store });
    const stop = user.subscribe((now) => {
      if (now.as === as) return;
      stop();
      control.abort();
    });
    return store;
  };
  return {
    of,
    use(selector) {
      identity.use((state) => state.as);
      return useStore(of(usePage()), selector);
    },
  };
}
