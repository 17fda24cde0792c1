import { createStore } from "zustand/vanilla";
import type { ActingAs } from "../data/impersonating.ts";
import { defineSlice } from "./page.ts";

/**
 * As whom the person's requests go; undefined for the person alone. Not remembered: a page that is loaded again acts
 * for itself.
 */
export interface Identity {
  readonly as: ActingAs | undefined;
  readonly act: (as: ActingAs | undefined) => void;
}

/** Whether somebody is impersonated. */
export const identity = defineSlice<Identity>(() =>
  createStore<Identity>((set) => ({ as: undefined, act: (as) => set({ as }) })),
);
