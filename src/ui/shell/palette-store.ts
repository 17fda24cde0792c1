import { createStore } from "zustand/vanilla";
import { defineSlice } from "../state/page.ts";

export interface Palette {
  readonly open: boolean;
  /** The element that had the focus before the palette opened. */
  readonly before: HTMLElement | undefined;
  readonly search: string;
  readonly setOpen: (open: boolean) => void;
  readonly setSearch: (search: string) => void;
}

/** The visibility and the search text of the command palette. */
export const palette = defineSlice<Palette>(() =>
  createStore<Palette>((set) => ({
    open: false,
    before: undefined,
    search: "",
    setOpen: (open) => set((was) => (open && !was.open ? { open, before: focused(), search: "" } : { open })),
    setSearch: (search) => set({ search }),
  })),
);

/** Whether a dialog is open. */
const visibility = () =>
  defineSlice<{ readonly open: boolean; readonly setOpen: (open: boolean) => void }>(() =>
    createStore((set) => ({ open: false, setOpen: (open: boolean) => set({ open }) })),
  );

/** The dialog with the HTML that embeds the current view. */
export const snippet = visibility();

/** The dialog with the keys and the lessons. */
export const help = visibility();

const focused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
