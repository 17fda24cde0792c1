import { useSyncExternalStore } from "react";
import { isEmbedded } from "./embedded.ts";

/** Returns whether a media query matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
  );
}

/** True in windows with room for two panes beside each other, but not for three. */
export const useMedium = (): boolean => useMedia("(max-width: 1099px)");

/** True on phones, in narrow windows and in embeds, where one pane is shown at a time. */
export const useNarrow = (): boolean => useMedia("(max-width: 799px)") || isEmbedded();
