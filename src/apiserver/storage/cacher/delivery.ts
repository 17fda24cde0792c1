import type { WatchEvent } from "../interface.ts";

/** Events that are read together. */
export type Batch<T> = readonly WatchEvent<T>[];

/** Events of one commit, shared by the watchers of one group. */
export class Delivery<T> {
  readonly events: Batch<T>;
  /** The size of the texts of the events. */
  readonly bytes: number;
  /** The deliveries that a watcher last took together, of which this was the first, and their events. */
  #joined: { readonly parts: readonly Delivery<T>[]; readonly events: Batch<T> } | undefined;

  constructor(events: Batch<T>) {
    this.events = events;
    let bytes = 0;
    for (const event of events) if ("stored" in event) bytes += event.stored.text.length;
    this.bytes = bytes;
  }

  /**
   * Returns the events of this delivery and of those that follow it in a queue, up to `to`. Watchers that take the same
   * deliveries share one batch, and so its encoding.
   */
  joined(queue: readonly Delivery<T>[], from: number, to: number): Batch<T> {
    if (to - from === 1) return this.events;
    const ready = this.#joined;
    if (ready !== undefined && isPart(ready.parts, queue, from, to)) return ready.events;
    const parts = queue.slice(from, to);
    const events = parts.flatMap((part) => part.events);
    this.#joined = { parts, events };
    return events;
  }
}

const isPart = <T>(parts: readonly T[], queue: readonly T[], from: number, to: number): boolean =>
  parts.length === to - from && parts.every((part, at) => part === queue[from + at]);
