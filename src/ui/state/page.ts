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

/** Which tab runs the server; told again when it changes. */
export interface LeadershipView {
  get(): Pick<LeadershipState, "role" | "reason">;
  subscribe(listener: () => void): () => void;
}

/** How far the page has come in working without a network. */
export interface OfflineView {
  get(): OfflineState;
  subscribe(listener: () => void): () => void;
  /** Lets a newer version take over; the page is to be loaded again afterwards. */
  update(): Promise<void>;
}

/** The server as the page knows it. */
export interface Connection {
  readonly handle: Handle;
  readonly inspect: Inspector;
  /** Puts a function in the place of a definition's conversion webhook; resolves with what takes it away again. */
  readonly registerConverter: (definition: string, converter: Converter) => Promise<() => Promise<void>>;
  readonly leadership: LeadershipView;
  readonly offline: OfflineView;
}

/** Everything that lives as long as the page does; stores hang off it. */
export interface Page extends Connection {
  readonly clock: Clock;
  readonly route: RouteStore;
  readonly toasts: ToastManager;
  /** A new short name that nothing else has. */
  readonly newId: () => string;
}

const PageContext = createContext<Page | undefined>(undefined);

export const PageProvider = PageContext.Provider;

/** The page around a component. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("a component was drawn outside of the page");
  return page;
}

/** A store that is built once a page, when it is first asked for. */
export interface Slice<T> {
  of(page: Page): StoreApi<T>;
  /** Draws again only when what the selector picks changed. */
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
