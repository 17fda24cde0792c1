import type { KubeObject, Status } from "../../apimachinery/meta.ts";
import type { StreamEvent } from "../data/watch-stream.ts";
import { oncePerFrame } from "../platform/browser-clock.ts";

/** A watch event and the previous state of its object, if this watch saw it. */
export interface TimelineEntry {
  readonly seq: number;
  readonly at: number;
  readonly event: StreamEvent;
  readonly before: KubeObject | undefined;
}

/** The newest entries. They are not copied and change under every view of the timeline. */
export interface TimelineEntries {
  readonly length: number;
  /** Returns the entry at an index, counted from the newest; undefined beyond the oldest. */
  newest(index: number): TimelineEntry | undefined;
}

/**
 * The visible state of a watch, replaced on every change. `held` counts events held back while paused, and `total`
 * counts all events received.
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
  /** Returns the resource version from which a new watch would continue; "" before the first event. */
  revision(): string;
}

export const emptyTimeline: TimelineView = {
  entries: { length: 0, newest: () => undefined },
  held: 0,
  total: 0,
  paused: false,
  error: undefined,
};

/** The number of events kept. */
const limit = 5000;

/** A ring buffer of the newest entries, which adds entries in constant time. */
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
 * Creates a timeline that collects events and reports changes at most once per frame. Timelines that share `perFrame`
 * report at the same time, so that they are rendered together.
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
