import { createStore } from "zustand/vanilla";
import { defineSlice, type Page, whyUnchangeable } from "../state/page.ts";
import type { Action, Subject } from "./action.ts";

/** An action that is about to be done. */
export interface Asked {
  readonly action: Action;
  readonly subjects: readonly Subject[];
}

export interface ActionSheetState {
  readonly asked: Asked | undefined;
  readonly ask: (asked: Asked | undefined) => void;
}

/** The action whose sheet is open. */
export const actionSheet = defineSlice<ActionSheetState>(() =>
  createStore<ActionSheetState>((set) => ({ asked: undefined, ask: (asked) => set({ asked }) })),
);

/**
 * Opens the sheet of an action: it shows the requests, and sends them when it is told to. In the past, it says why
 * there is nothing to send.
 */
export function askFor(page: Page, action: Action, subjects: readonly Subject[]): void {
  const why = whyUnchangeable(page);
  if (why === undefined) actionSheet.of(page).getState().ask({ action, subjects });
  else page.toasts.add({ description: why });
}
