import { createStore } from "zustand/vanilla";
import { defineSlice } from "../state/page.ts";

export interface Palette {
  readonly open: boolean;
  /** The element that had the focus before the palette opened. */
  readonly before: HTMLElement | undefined;
  readonly setOpen: (open: boolean) => void;
}

/** The visibility of the command palette. */
export const palette = defineSlice<Palette>(() =>
  createStore<Palette>((set) => ({
    open: false,
    before: undefined,
    setOpen: (open) => set((was) => (open && !was.open ? { open, before: focused() } : { open })),
  })),
);

const focused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
