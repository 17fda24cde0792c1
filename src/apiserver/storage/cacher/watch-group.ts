import type { Revision, WatchEvent } from "../interface.ts";
import type { SelectionPredicate } from "../selection-predicate.ts";
import type { ChangeEvents } from "./watch-events.ts";
import { Delivery } from "./delivery.ts";
import type { Watcher } from "./watcher.ts";

const revisionOf = <T>(event: WatchEvent<T> | undefined): Revision =>
  event !== undefined && "stored" in event ? event.stored.revision : 0;

/** Returns the events of a delivery that are newer than a revision. */
const after = <T>({ events }: Delivery<T>, revision: Revision): Delivery<T> =>
  new Delivery(events.filter((event) => revisionOf(event) > revision));

/** Watchers with the same prefix and predicate. The event that a change produces for them is computed once. */
export class WatchGroup<T> {
  readonly #prefix: string;
  readonly #predicate: SelectionPredicate;
  /** The watchers, each with the revision after which it receives events. */
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
    if (events.length > 0) this.#push(new Delivery(events));
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
