import { createStore, type StoreApi } from "zustand/vanilla";
import type { Status } from "../../../../apimachinery/meta.ts";
import type { ChosenSettings, SettingsReport } from "../../../../client/settings.ts";
import { statusOf } from "../../../data/send.ts";
import { defineSlice, type Page } from "../../../state/page.ts";
import { serverStatus } from "../../../state/server-status.ts";
import { sameSettings } from "./settings-changes.ts";

/** The server's settings and the edits to them. */
export interface SettingsState {
  readonly report: SettingsReport | undefined;
  /** Undefined while nothing is edited. */
  readonly draft: ChosenSettings | undefined;
  readonly busy: boolean;
  /** The error if the settings could not be read or changed. */
  readonly refused: Status | undefined;
  readonly edit: (draft: ChosenSettings) => void;
  readonly discard: () => void;
  readonly load: () => Promise<void>;
  /** Restarts the server with the settings; undefined restores the defaults. Returns true on success. */
  readonly apply: (chosen: ChosenSettings | undefined) => Promise<boolean>;
}

export const serverSettings = defineSlice<SettingsState>((page) =>
  createStore<SettingsState>((set, get) => ({
    report: undefined,
    draft: undefined,
    busy: false,
    refused: undefined,
    edit: (draft) =>
      set({ draft: sameSettings(draft, get().report?.chosen ?? draft) ? undefined : draft, refused: undefined }),
    discard: () => set({ draft: undefined, refused: undefined }),
    async load() {
      try {
        set({ report: await page.inspect.serverSettings() });
      } catch (error) {
        set({ refused: statusOf(error) });
      }
    },
    apply: (chosen) => apply(page, set, chosen),
  })),
);

async function apply(
  page: Page,
  set: StoreApi<SettingsState>["setState"],
  chosen: ChosenSettings | undefined,
): Promise<boolean> {
  set({ busy: true, refused: undefined });
  try {
    set({ report: await page.inspect.changeSettings(chosen), draft: undefined });
    await serverStatus.of(page).getState().refresh();
    return true;
  } catch (error) {
    set({ refused: statusOf(error) });
    return false;
  } finally {
    set({ busy: false });
  }
}
