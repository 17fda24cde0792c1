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

/** True on phones, in narrow windows and in embeds, where one pane is shown at a time. */
export const useNarrow = (): boolean => useMedia("(max-width: 799px)") || isEmbedded();
