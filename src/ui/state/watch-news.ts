import { createStore } from "zustand/vanilla";
import { type ActingAs, impersonationHeaders } from "../data/impersonating.ts";
import type { TakeEvents } from "../data/watch-stream.ts";
import { identity } from "./identity.ts";
import { defineSlice, type Page } from "./page.ts";

/** A watch that the user has opened. */
export interface OpenedWatch {
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The id of the request, if it is one of a command line. */
  readonly lineRequest?: string;
}

/** Hears of watches that the user opens; returns what is called with the events of one. */
export type WatchEar = (watch: OpenedWatch) => TakeEvents;

/** Who hears of watches; undefined while nobody does, and then watches tell nothing. */
export const watchNews = defineSlice<{ readonly ear: WatchEar | undefined }>(() =>
  createStore(() => ({ ear: undefined })),
);

/** Tells of watches that the user has opened; headers are those of the request, without the user who is acted as. */
export interface WatchTeller {
  opened(target: string, headers: OpenedWatch["headers"]): void;
  came: TakeEvents;
}

/** Returns what tells of one watch. It is opened once, whatever requests it takes to keep it open. */
export function tellOfWatch(page: Page): WatchTeller {
  let isOpen = false;
  let take: TakeEvents | undefined;
  return {
    opened(target, headers) {
      if (isOpen) return;
      isOpen = true;
      const { as } = identity.of(page).getState();
      take = watchNews
        .of(page)
        .getState()
        .ear?.({ target, headers: [...headers, ...actingHeaders(as)] });
    },
    came: (events) => take?.(events),
  };
}

const actingHeaders = (as: ActingAs | undefined) => (as === undefined ? [] : impersonationHeaders(as));
