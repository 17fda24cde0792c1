import { isRecord } from "../../apimachinery/is-record.ts";
import { createStore } from "zustand/vanilla";
import type { Language } from "../../assist/language.ts";
import type { Route } from "./route.ts";
import { defineSlice, type Page } from "./page.ts";

export type Theme = "system" | "light" | "dark";

export interface Settings {
  readonly theme: Theme;
  /** The views below which the user has opened the dock, with the request log. */
  readonly docks: readonly string[];
  /** The terminal stands beside the log. */
  readonly dockTerminal: boolean;
  /** The line of revisions stands below the page. */
  readonly timeline: boolean;
  /** The language of bodies and manifests. */
  readonly language: Language;
  /** Tables show the columns that the server marks as less important, as `kubectl get -o wide` does. */
  readonly wideTables: boolean;
  /** False on a first visit without an address, until one of the doors is taken or they are closed. */
  readonly welcomed: boolean;
  /** Whether the log is open as a sheet on a narrow screen; not persisted. */
  readonly sheetOpen: boolean;
  readonly change: (part: Partial<Omit<Settings, "change">>) => void;
}

/** The user's settings for the page, which are persisted. */
export const settings = defineSlice<Settings>((page) => {
  const known = page.memory.read("settings", isRecord) ?? {};
  const theme = known["theme"];
  const store = createStore<Settings>((set) => ({
    theme: theme === "light" || theme === "dark" ? theme : "system",
    docks: isTexts(known["docks"]) ? known["docks"] : [],
    dockTerminal: known["dockTerminal"] === true,
    timeline: known["timeline"] === true,
    language: known["language"] === "json" ? "json" : "yaml",
    wideTables: known["wideTables"] === true,
    sheetOpen: false,
    welcomed: known["welcomed"] !== false,
    change: (part) => set(part),
  }));
  store.subscribe(({ theme: chosen, change: _change, sheetOpen: _sheetOpen, ...kept }) => {
    page.memory.write("settings", { theme: chosen, ...kept });
    applyTheme(chosen);
  });
  return store;
});

function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** The view at a route, by which its dock is remembered. */
export const viewOf = ({ parts }: Route): string => parts[0] ?? "";

/** Opens or closes the dock below the view that is shown. */
export function setDock(page: Page, isOpen: boolean): void {
  const view = viewOf(page.route.getState());
  const { docks, change } = settings.of(page).getState();
  const others = docks.filter((each) => each !== view);
  change({ docks: isOpen ? [...others, view] : others });
}

/** Whether the dock is open below the view that is shown. */
export const isDockOpen = (page: Page): boolean =>
  settings.of(page).getState().docks.includes(viewOf(page.route.getState()));

/** Shows or hides the line of revisions. */
export function toggleTimeline(page: Page): void {
  const { timeline, change } = settings.of(page).getState();
  change({ timeline: !timeline });
}
