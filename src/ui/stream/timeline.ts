import type { KubeObject, Status } from "../../apimachinery/meta.ts";
import type { StreamEvent } from "../data/watch-stream.ts";
import { oncePerFrame } from "../platform/browser-clock.ts";

/** One event of a watch and the state that its object had before, as far as this watch saw it. */
export interface TimelineEntry {
  readonly seq: number;
  readonly at: number;
  readonly event: StreamEvent;
  readonly before: KubeObject | undefined;
}

/** The newest entries, read in place: they change under every view of the same timeline. */
export interface TimelineEntries {
  readonly length: number;
  /** The entry with so many newer ones; undefined beyond the oldest. */
  newest(index: number): TimelineEntry | undefined;
}

/**
 * What is shown of a watch: a new value whenever something changed. `held` waits while paused; `total` counts
 * everything that ever came.
 */
export interface TimelineView {
  readonly entries: TimelineEntries;
  readonly held: number;
  readonly total: number;
  readonly paused: boolean;
  /** The Status of the ERROR event that ended the watch. */
  readonly error: Status | undefined;
}

export interface Timeline {
  push(events: readonly StreamEvent[]): void;
  setPaused(paused: boolean): void;
  clear(): void;
  /** The revision after which a new watch would continue, "" before the first event. */
  revision(): string;
}

export const emptyTimeline: TimelineView = {
  entries: { length: 0, newest: () => undefined },
  held: 0,
  total: 0,
  paused: false,
  error: undefined,
};

/** Events kept for looking back. */
const limit = 5000;

/** Keeps the newest entries in a ring, so that adding one costs the same however many there are. */
class EntryRing implements TimelineEntries {
  #slots: TimelineEntry[] = [];
  #added = 0;

  get length(): number {
    return this.#slots.length;
  }

  add(entry: TimelineEntry): void {
    this.#slots[this.#added % limit] = entry;
    this.#added += 1;
  }

  newest(index: number): TimelineEntry | undefined {
    return index < this.#slots.length ? this.#slots[(this.#added - 1 - index) % limit] : undefined;
  }

  clear(): void {
    this.#slots = [];
    this.#added = 0;
  }
}

/**
 * Gathers events and tells of them at most once a frame. Timelines that share `perFrame` tell in the same moment of it,
 * so that what shows them is drawn once.
 */
export function createTimeline(
  now: () => number,
  changed: (view: TimelineView) => void,
  perFrame: (flush: () => void) => () => void = oncePerFrame,
): Timeline {
  const latest = new Map<string, KubeObject>();
  const entries = new EntryRing();
  let waiting: TimelineEntry[] = [];
  let total = 0;
  let paused = false;
  let revision = "";
  let error: Status | undefined;
  const show = () => {
    if (!paused) {
      for (const entry of waiting) entries.add(entry);
      waiting = [];
    }
    changed({ entries, held: waiting.length, total, paused, error });
  };
  const soon = perFrame(show);
  const remember = (event: StreamEvent): KubeObject | undefined => {
    error = event.type === "ERROR" ? event.status : undefined;
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
      entries.clear();
      waiting = [];
      show();
    },
    revision: () => revision,
  };
}
