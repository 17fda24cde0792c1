import type { KubeObject } from "../../apimachinery/meta.ts";
import type { StreamEvent } from "../data/watch-stream.ts";
import { oncePerFrame } from "../platform/browser-clock.ts";

/** One event of a watch and the state that its object had before, as far as this watch saw it. */
export interface TimelineEntry {
  readonly seq: number;
  readonly at: number;
  readonly event: StreamEvent;
  readonly before: KubeObject | undefined;
}

/** What is shown of a watch. `held` waits while paused; `total` counts everything that ever came. */
export interface TimelineView {
  readonly entries: readonly TimelineEntry[];
  readonly held: number;
  readonly total: number;
  readonly paused: boolean;
}

export interface Timeline {
  push(events: readonly StreamEvent[]): void;
  setPaused(paused: boolean): void;
  clear(): void;
  /** The revision after which a new watch would continue, "" before the first event. */
  revision(): string;
}

export const emptyTimeline: TimelineView = { entries: [], held: 0, total: 0, paused: false };

/** Events kept for looking back. */
const limit = 5000;

/** Gathers events and tells of them at most once a frame. */
export function createTimeline(now: () => number, changed: (view: TimelineView) => void): Timeline {
  const latest = new Map<string, KubeObject>();
  let entries: readonly TimelineEntry[] = [];
  let waiting: TimelineEntry[] = [];
  let total = 0;
  let paused = false;
  let revision = "";
  const show = () => {
    if (!paused && waiting.length > 0) {
      entries = [...entries, ...waiting].slice(-limit);
      waiting = [];
    }
    changed({ entries, held: waiting.length, total, paused });
  };
  const soon = oncePerFrame(show);
  const remember = (event: StreamEvent): KubeObject | undefined => {
    if (event.type === "ERROR") return undefined;
    revision = event.object.metadata.resourceVersion ?? revision;
    if (event.type === "BOOKMARK") return undefined;
    const key = event.object.metadata.uid ?? event.object.metadata.name ?? "";
    const before = latest.get(key);
    if (event.type === "DELETED") latest.delete(key);
    else latest.set(key, event.object);
    return before;
  };
  return {
    push(events) {
      const at = now();
      for (const event of events) {
        total += 1;
        waiting.push({ seq: total, at, event, before: remember(event) });
      }
      if (waiting.length > 2 * limit) waiting = waiting.slice(-limit);
      soon();
    },
    setPaused(next) {
      paused = next;
      show();
    },
    clear() {
      entries = [];
      waiting = [];
      show();
    },
    revision: () => revision,
  };
}
