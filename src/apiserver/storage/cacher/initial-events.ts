import type { Revision, WatchEvent } from "../interface.ts";
import type { SelectionPredicate } from "../selection-predicate.ts";
import { StorageError } from "../storage-error.ts";
import type { StoredObject } from "../stored-object.ts";
import type { Change } from "../versioned-table.ts";
import { ChangeEvents, newInitialEvent } from "./watch-events.ts";

/** The number of objects or changes processed for one batch. The reader yields to other tasks between batches. */
const chunk = 250;

type Batches<T> = IterableIterator<readonly WatchEvent<T>[]>;

/**
 * Yields the existing objects as ADDED events, followed by a bookmark at `end` if it is given. Batches may be empty.
 */
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

/**
 * Yields the retained changes as events for a predicate. Batches may be empty. An object that cannot be decoded ends
 * them with an ERROR event.
 */
export function* eventsOfChanges<T>(
  changes: readonly Change<StoredObject<T>>[],
  prefix: string,
  predicate: SelectionPredicate,
): Batches<T> {
  try {
    yield* changeEvents(changes, prefix, predicate);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    yield* eventsOfFailure<T>(error);
  }
}

function* changeEvents<T>(
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

/** Yields a single ERROR event. */
export function* eventsOfFailure<T>(error: unknown): Batches<T> {
  yield [{ type: "ERROR", error }];
}
