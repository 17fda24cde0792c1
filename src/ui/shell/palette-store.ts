import { createStore } from "zustand/vanilla";
import { defineSlice } from "../state/page.ts";

export interface Palette {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

/** Whether the command palette is in sight. */
export const palette = defineSlice<Palette>(() =>
  createStore<Palette>((set) => ({ open: false, setOpen: (open) => set({ open }) })),
);
