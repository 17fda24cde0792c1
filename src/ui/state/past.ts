import { useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import { useNow } from "../platform/use-now.ts";
import { defineSlice, usePage, type Moment, type Page } from "./page.ts";

/** The page that is shown in the place of one: that of its past. */
export const shownPast = defineSlice<{ readonly page: Page | undefined }>(() =>
  createStore(() => ({ page: undefined })),
);

const never = (): (() => void) => () => undefined;

/** The revision that the page shows if that is not the newest one. */
export function usePast(): Moment | undefined {
  const { past } = usePage();
  return useSyncExternalStore(past?.subscribe ?? never, () => past?.get());
}

/** The time by which ages are counted: now, updated at an interval, or when the revision was written that is shown. */
export function useShownNow(everyMs: number): number {
  const now = useNow(everyMs);
  return usePast()?.at ?? now;
}
