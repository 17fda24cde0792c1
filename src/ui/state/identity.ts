import { useStore, type StoreApi } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ActingAs } from "../data/impersonating.ts";
import { defineSlice, usePage, type Page, type Slice } from "./page.ts";

/** The impersonated user, or undefined if there is none. It is not persisted: a reloaded page impersonates no one. */
export interface Identity {
  readonly as: ActingAs | undefined;
  readonly act: (as: ActingAs | undefined) => void;
}

/** The store of the impersonated user. */
export const identity = defineSlice<Identity>(() =>
  createStore<Identity>((set) => ({ as: undefined, act: (as) => set({ as }) })),
);

interface Kept<T> {
  readonly as: ActingAs | undefined;
  readonly store: StoreApi<T>;
}

/**
 * Declares a store of data that depends on the user. Data is not shared between users: when the impersonated user
 * changes, `signal` is aborted, the store is dropped, and a new one starts empty.
 */
export function defineUserSlice<T>(build: (page: Page, signal: AbortSignal) => StoreApi<T>): Omit<Slice<T>, "lend"> {
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
