import type { StoreApi } from "zustand";
import type { Page } from "./page.ts";

/** Writes a part of a store into a setting some time after it changed, and whenever the page writes its state. */
export function remember<T>(page: Page, store: StoreApi<T>, setting: string, partOf: (state: T) => unknown): void {
  let isDue = false;
  const write = (): void => {
    isDue = false;
    page.memory.write(setting, partOf(store.getState()));
  };
  page.memory.onSave(write);
  store.subscribe((state, before) => {
    if (isDue || partOf(state) === partOf(before)) return;
    isDue = true;
    page.clock.after(500, write);
  });
}
