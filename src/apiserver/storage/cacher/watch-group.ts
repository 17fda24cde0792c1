import type { Revision, WatchEvent } from "../interface.ts";
import type { SelectionPredicate } from "../selection-predicate.ts";
import type { ChangeEvents } from "./watch-events.ts";
import type { Delivery, Watcher } from "./watcher.ts";

const revisionOf = <T>(event: WatchEvent<T> | undefined): Revision =>
  event !== undefined && "stored" in event ? event.stored.revision : 0;

function newDelivery<T>(events: readonly WatchEvent<T>[]): Delivery<T> {
  let bytes = 0;
  for (const event of events) if ("stored" in event) bytes += event.stored.text.length;
  return { events, bytes };
}

/** What is left of a delivery for somebody who starts after a revision. */
const after = <T>({ events }: Delivery<T>, revision: Revision): Delivery<T> =>
  newDelivery(events.filter((event) => revisionOf(event) > revision));

/** Watchers of the same prefix with the same selection: what a change is to them is decided once. */
export class WatchGroup<T> {
  readonly #prefix: string;
  readonly #predicate: SelectionPredicate;
  /** Watchers, each with the revision after which it starts. */
  readonly #watchers = new Map<Watcher<T>, Revision>();

  constructor(prefix: string, predicate: SelectionPredicate) {
    this.#prefix = prefix;
    this.#predicate = predicate;
  }

  get size(): number {
    return this.#watchers.size;
  }

  add(watcher: Watcher<T>, start: Revision): void {
    this.#watchers.set(watcher, start);
  }

  delete(watcher: Watcher<T>): void {
    this.#watchers.delete(watcher);
  }

  deliver(changes: readonly ChangeEvents<T>[]): void {
    const events: WatchEvent<T>[] = [];
    for (const change of changes) {
      const event = change.seenBy(this.#prefix, this.#predicate);
      if (event !== undefined) events.push(event);
    }
    if (events.length > 0) this.#push(newDelivery(events));
  }

  #push(delivery: Delivery<T>): void {
    const first = revisionOf(delivery.events[0]);
    const last = revisionOf(delivery.events.at(-1));
    for (const [watcher, start] of this.#watchers) {
      if (start < first) watcher.push(delivery);
      else if (start < last) watcher.push(after(delivery, start));
    }
  }

  end(): void {
    for (const watcher of this.#watchers.keys()) watcher.end();
  }
}
