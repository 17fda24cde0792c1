import { createStore, type StoreApi } from "zustand/vanilla";
import { namesPlace, urlOf, worldOfAddress } from "../platform/address.ts";
import { isEmbedded } from "../platform/embedded.ts";
import type { Memory } from "../platform/storage.ts";

/** The page's route: `#/objects/core/v1/pods?ns=demo` has the parts objects, core, v1, pods. */
export interface Route {
  readonly parts: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

export type RouteStore = StoreApi<Route>;

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Addresses of earlier releases, and what took their place. */
const moved = new Map([
  ["apply/handover", "lessons/handover"],
  ["welcome", "world"],
]);

/** Parses an address. */
function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return {
    parts: (moved.get(path) ?? path)
      .split("/")
      .filter((part) => part !== "")
      .map(decode),
    parameters: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Formats a route as an address. */
export function formatRoute({ parts, parameters }: Route): string {
  const query = new URLSearchParams(parameters).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${query === "" ? "" : `?${query}`}`;
}

/** The address that a first visit opens, and that the name of the page leads to. */
export const firstPlace = "#/world";

const isText = (value: unknown): value is string => typeof value === "string";

/** Reports whether a visit opens the first place: it names no other, and nothing is remembered of an earlier one. */
export const isFirstVisit = (memory: Memory): boolean =>
  !namesPlace(location.hash) && memory.read("route", isText) === undefined;

/** The route that opens the shared world which the URL names. No address has it, since none has an empty part. */
const routeOfWorld = (world: string): Route => ({ parts: ["shared", "", world], parameters: {} });

/** Returns the id of the shared world that a route opens; undefined for other routes. */
export const worldOfRoute = ({ parts: [place, empty, world] }: Route): string | undefined =>
  place === "shared" && empty === "" ? world : undefined;

/**
 * Creates a store that follows the address bar. Without an address, it starts at the last route, or at the world on
 * the first visit. The routes of guests and the addresses of links are not remembered. Where the URL names a shared
 * world, the own page has the route that opens it, whatever place it names. `isGuest` is undefined in embeds.
 */
export function createRouteStore(memory: Memory, isGuest: (() => boolean) | undefined): RouteStore {
  if (!namesPlace(location.hash)) history.replaceState(null, "", memory.read("route", isText) ?? firstPlace);
  const current = (): Route => {
    const world = isGuest === undefined || isGuest() ? undefined : worldOfAddress();
    return world === undefined ? parseRoute(location.hash) : routeOfWorld(world);
  };
  const store = createStore<Route>(current);
  window.addEventListener("hashchange", () => store.setState(current()));
  const remember = (route: Route): void => {
    if (isGuest?.() !== true && route.parts[0] !== "shared") memory.write("route", formatRoute(route));
  };
  remember(store.getState());
  store.subscribe(remember);
  return store;
}

/**
 * Navigates to an address, and changes the route before it returns, so that the next key meets what the address shows.
 * With `replace` and in embeds, no history entry is added.
 */
export function navigate(address: string, replace = isEmbedded()): void {
  if (replace) history.replaceState(null, "", address);
  else if (new URL(address, location.href).href === location.href) return;
  else history.pushState(null, "", address);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

/**
 * Navigates to a place in a shared world, or on the tab's own server, which the URL names from then on. All that
 * follows the address is told, also where only the world has changed.
 */
export function enterWorld(address: string, world: string | undefined, replace = false): void {
  const url = urlOf(address, world);
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Returns the address with changed parameters; undefined removes a parameter. */
export function withParameters(route: Route, changes: Readonly<Record<string, string | undefined>>): string {
  const parameters: Record<string, string> = { ...route.parameters };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete parameters[name];
    else parameters[name] = value;
  }
  return formatRoute({ parts: route.parts, parameters });
}

/** Returns the address of the console with a request filled in. Read-only requests are sent immediately. */
export function consoleAddress(draft: {
  readonly method: string;
  readonly target: string;
  readonly body?: string;
  readonly type?: string;
  readonly send?: boolean;
}): string {
  const parameters: Record<string, string> = { m: draft.method, t: draft.target };
  if (draft.body !== undefined) parameters["b"] = draft.body;
  if (draft.type !== undefined) parameters["c"] = draft.type;
  if (draft.send === true) parameters["send"] = "1";
  return formatRoute({ parts: ["requests", "new"], parameters });
}

/** Returns the address of the page of the request log, or of one of its requests. */
export const logAddress = (requestId: string | undefined): string =>
  formatRoute({ parts: requestId === undefined ? ["log"] : ["log", requestId], parameters: {} });

/** Returns the address that opens a watch. */
export const watchAddress = (target: string): string =>
  formatRoute({ parts: ["watches"], parameters: { open: target } });

/** Returns the address of the apply bench with an object. */
export const applyAddress = (target: string): string =>
  formatRoute({ parts: ["apply", "new"], parameters: { o: target } });

/** Returns the address of the terminal with lines filled in. With `runReads`, lines that only read are run. */
export const terminalAddress = (lines: string, runReads = false): string =>
  formatRoute({
    parts: ["terminal"],
    parameters: lines === "" ? {} : { line: lines, ...(runReads && { run: "1" }) },
  });
