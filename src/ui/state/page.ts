import { createContext, useContext } from "react";
import { useStore, type StoreApi } from "zustand";
import type { Clock } from "../../apimachinery/clock.ts";
import type { Converter } from "../../client/converter.ts";
import type { Inspector } from "../../client/inspector.ts";
import type { Handle } from "../../component-base/exchange.ts";
import type { LeadershipState } from "../../worker/tabs/leadership.ts";
import type { OfflineState } from "../../worker/offline/offline.ts";
import type { ToastManager } from "../design/toasts.tsx";
import type { RouteStore } from "./route.ts";

/** Which tab runs the server, with notification of changes. */
export interface LeadershipView {
  get(): Pick<LeadershipState, "role" | "reason">;
  subscribe(listener: () => void): () => void;
}

/** The state of the page's offline support. */
export interface OfflineView {
  get(): OfflineState;
  subscribe(listener: () => void): () => void;
  /** Activates a newer version. The page should be reloaded afterwards. */
  update(): Promise<void>;
}

/** The page's connection to the server. */
export interface Connection {
  readonly handle: Handle;
  readonly inspect: Inspector;
  /**
   * Registers a function in place of a definition's conversion webhook. Resolves with a function that unregisters it.
   */
  readonly registerConverter: (definition: string, converter: Converter) => Promise<() => Promise<void>>;
  readonly leadership: LeadershipView;
  readonly offline: OfflineView;
}

/** The state with the lifetime of the page. Stores are attached to it. */
export interface Page extends Connection {
  readonly clock: Clock;
  readonly route: RouteStore;
  readonly toasts: ToastManager;
  /** Returns a new unique short id. */
  readonly newId: () => string;
}

const PageContext = createContext<Page | undefined>(undefined);

export const PageProvider = PageContext.Provider;

/** Returns the page that contains a component. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("a component was drawn outside of the page");
  return page;
}

/** A store that is created once per page, on first use. */
export interface Slice<T> {
  of(page: Page): StoreApi<T>;
  /** Selects from the store, and rerenders only when the selected value changes. */
  use<U>(selector: (state: T) => U): U;
}

/** Declares a store of a feature. */
export function defineSlice<T>(build: (page: Page) => StoreApi<T>): Slice<T> {
  const stores = new WeakMap<Page, StoreApi<T>>();
  const of = (page: Page): StoreApi<T> => {
    const known = stores.get(page);
    if (known !== undefined) return known;
    const store = build(page);
    stores.set(page, store);
    return store;
  };
  return { of, use: (selector) => useStore(of(usePage()), selector) };
}
