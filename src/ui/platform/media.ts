import { useSyncExternalStore } from "react";

/** True while a media query holds. */
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

/** One pane at a time: phones and narrow windows. */
export const useNarrow = (): boolean => useMedia("(max-width: 799px)");
