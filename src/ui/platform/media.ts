import { useSyncExternalStore } from "react";
import { isEmbedded } from "./embedded.ts";

/** A media query as views follow it. */
interface Followed {
  readonly matches: () => boolean;
  readonly subscribe: (changed: () => void) => () => void;
}

const followed = new Map<string, Followed>();

/** Follows a query once for all views: to evaluate one takes longer than to draw many a component. */
function follow(query: string): Followed {
  const list = matchMedia(query);
  let { matches } = list;
  const changes = new Set<() => void>();
  list.addEventListener("change", (event) => {
    ({ matches } = event);
    for (const changed of changes) changed();
  });
  return {
    matches: () => matches,
    subscribe(changed) {
      changes.add(changed);
      return () => void changes.delete(changed);
    },
  };
}

/** Returns whether a media query matches. */
export function useMedia(query: string): boolean {
  const one = followed.get(query) ?? follow(query);
  followed.set(query, one);
  return useSyncExternalStore(one.subscribe, one.matches);
}

/** True in windows with room for two panes beside each other, but not for three. */
export const useMedium = (): boolean => useMedia("(max-width: 1099px)");

/** True on phones, in narrow windows and in embeds, where one pane is shown at a time. */
export const useNarrow = (): boolean => useMedia("(max-width: 799px)") || isEmbedded();
