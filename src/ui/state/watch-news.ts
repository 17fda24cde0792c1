import { createStore } from "zustand/vanilla";
import { type ActingAs, impersonationHeaders } from "../data/impersonating.ts";
import type { StreamEvent } from "../data/watch-stream.ts";
import { identity } from "./identity.ts";
import { defineSlice, type Page } from "./page.ts";

/** What becomes of a watch that the user has opened. */
export type WatchNews =
  | {
      readonly kind: "opened";
      readonly id: string;
      readonly target: string;
      readonly headers: readonly (readonly [name: string, value: string])[];
    }
  | { readonly kind: "events"; readonly id: string; readonly events: readonly StreamEvent[] };

/** The news that came last. */
export const watchNews = defineSlice<{ readonly last: WatchNews | undefined }>(() =>
  createStore(() => ({ last: undefined })),
);

/** Tells of watches that the user has opened; headers are those of the request, without the user who is acted as. */
export interface WatchTeller {
  opened(target: string, headers: readonly (readonly [name: string, value: string])[]): void;
  came(events: readonly StreamEvent[]): void;
}

/** Returns what tells of one watch. It is opened once, whatever requests it takes to keep it open. */
export function tellOfWatch(page: Page, id: string): WatchTeller {
  const store = watchNews.of(page);
  let isOpen = false;
  return {
    opened(target, headers) {
      if (isOpen) return;
      isOpen = true;
      const { as } = identity.of(page).getState();
      store.setState({ last: { kind: "opened", id, target, headers: [...headers, ...actingHeaders(as)] } });
    },
    came: (events) => store.setState({ last: { kind: "events", id, events } }),
  };
}

const actingHeaders = (as: ActingAs | undefined) => (as === undefined ? [] : impersonationHeaders(as));
