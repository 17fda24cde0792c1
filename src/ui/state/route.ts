import { createStore, type StoreApi } from "zustand/vanilla";
import { readSetting, writeSetting } from "../platform/storage.ts";

/** The page's address: `#/objects/core/v1/pods?ns=demo` has the parts objects, core, v1, pods. */
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

/** Reads an address. */
function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return {
    parts: path
      .split("/")
      .filter((part) => part !== "")
      .map(decode),
    parameters: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Writes an address. */
export function formatRoute({ parts, parameters }: Route): string {
  const query = new URLSearchParams(parameters).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${query === "" ? "" : `?${query}`}`;
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Follows the address bar; a returning visitor lands where they were, a first one at the welcome. */
export function createRouteStore(): RouteStore {
  if (location.hash.length < 3) history.replaceState(null, "", readSetting("route", isText) ?? "#/welcome");
  const store = createStore<Route>(() => parseRoute(location.hash));
  window.addEventListener("hashchange", () => store.setState(parseRoute(location.hash)));
  writeSetting("route", location.hash);
  store.subscribe((route) => writeSetting("route", formatRoute(route)));
  return store;
}

/** Goes to an address; `replace` leaves no trace in the back button. */
export function navigate(address: string, replace = false): void {
  if (replace) {
    history.replaceState(history.state, "", address);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  } else location.hash = address.slice(1);
}

/** The same place with other parameters; undefined takes one away. */
export function withParameters(route: Route, changes: Readonly<Record<string, string | undefined>>): string {
  const parameters: Record<string, string> = { ...route.parameters };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete parameters[name];
    else parameters[name] = value;
  }
  return formatRoute({ parts: route.parts, parameters });
}

/** The address of the console with a request filled in, and sent at once where it only reads. */
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

/** The address that opens a watch. */
export const watchAddress = (target: string): string =>
  formatRoute({ parts: ["watches"], parameters: { open: target } });

/** The address of the apply bench with an object on it. */
export const applyAddress = (target: string): string =>
  formatRoute({ parts: ["apply", "new"], parameters: { o: target } });
