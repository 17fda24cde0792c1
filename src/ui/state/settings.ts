import { isRecord } from "../../apimachinery/is-record.ts";
import { createStore } from "zustand/vanilla";
import { readSetting, writeSetting } from "../platform/storage.ts";
import { defineSlice } from "./page.ts";

export type Theme = "system" | "light" | "dark";

export interface Settings {
  readonly theme: Theme;
  readonly dockOpen: boolean;
  readonly welcomed: boolean;
  /** The log as a sheet on a narrow screen; not remembered. */
  readonly sheetOpen: boolean;
  readonly change: (part: Partial<Pick<Settings, "theme" | "dockOpen" | "sheetOpen" | "welcomed">>) => void;
}

/** What the person chose about the page; remembered. */
export const settings = defineSlice<Settings>(() => {
  const known = readSetting("settings", isRecord) ?? {};
  const theme = known["theme"];
  const store = createStore<Settings>((set) => ({
    theme: theme === "light" || theme === "dark" ? theme : "system",
    dockOpen: known["dockOpen"] !== false,
    sheetOpen: false,
    welcomed: known["welcomed"] === true,
    change: (part) => set(part),
  }));
  store.subscribe(({ theme: chosen, dockOpen, welcomed }) => {
    writeSetting("settings", { theme: chosen, dockOpen, welcomed });
    applyTheme(chosen);
  });
  return store;
});

function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
