import { createStore } from "zustand/vanilla";
import { defineSlice } from "./page.ts";

/** Requests that a view asks the request log to show alone. */
export interface ChosenRequests {
  readonly ids: ReadonlySet<string>;
  /** What they are: `kubectl get pods`. */
  readonly words: string;
}

/** The requests that the request log is limited to; undefined for all. */
export const logChoice = defineSlice<{
  readonly chosen: ChosenRequests | undefined;
  readonly choose: (chosen: ChosenRequests | undefined) => void;
}>(() => createStore((set) => ({ chosen: undefined, choose: (chosen) => set({ chosen }) })));
