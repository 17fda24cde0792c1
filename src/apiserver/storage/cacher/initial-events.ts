import type { Revision, WatchEvent } from "../interface.ts";
import type { SelectionPredicate } from "../selection-predicate.ts";
import type { StoredObject } from "../stored-object.ts";
import type { Change } from "../versioned-table.ts";
import { ChangeEvents, newInitialEvent } from "./watch-events.ts";

/** How many objects or changes are looked at for one batch: between batches the reader gives way to others. */
const chunk = 250;

type Batches<T> = IterableIterator<readonly WatchEvent<T>[]>;

/** What is there as ADDED events, then a bookmark at `end` where one is wanted. Batches may be empty. */
export function* eventsOfState<T>(
  state: readonly StoredObject<T>[],
  predicate: SelectionPredicate,
  end: Revision | undefined,
): Batches<T> {
  for (let at = 0; at < state.length; at += chunk) {
    const events: WatchEvent<T>[] = [];
    for (const stored of state.slice(at, at + chunk)) {
      if (predicate.everything || predicate.matches(stored.attributes)) events.push(newInitialEvent(stored));
    }
    yield events;
  }
  if (end !== undefined) yield [{ type: "BOOKMARK", revision: end, initialEventsEnd: true }];
}

/** Remembered changes as a selection sees them. Batches may be empty. */
export function* eventsOfChanges<T>(
  changes: readonly Change<StoredObject<T>>[],
  prefix: string,
  predicate: SelectionPredicate,
): Batches<T> {
  for (let at = 0; at < changes.length; at += chunk) {
    const events: WatchEvent<T>[] = [];
    for (const change of changes.slice(at, at + chunk)) {
      const event = new ChangeEvents(change).seenBy(prefix, predicate);
      if (event !== undefined) events.push(event);
    }
    yield events;
  }
}

/** One failure, as a watch tells of it. */
export function* eventsOfFailure<T>(error: unknown): Batches<T> {
  yield [{ type: "ERROR", error }];
}
