import type { WatchEvent } from "../interface.ts";
import type { SelectionPredicate } from "../selection-predicate.ts";
import type { StoredObject } from "../stored-object.ts";
import { isUnder } from "../key-range.ts";
import { StorageError } from "../storage-error.ts";
import type { Change } from "../versioned-table.ts";

type ObjectEventType = "ADDED" | "MODIFIED" | "DELETED";

const eventOf = <T>(type: ObjectEventType, stored: StoredObject<T>): WatchEvent<T> => ({
  type,
  stored,
  frames: new Map(),
});

/** Creates the ADDED event of an existing object. */
export const newInitialEvent = <T>(stored: StoredObject<T>): WatchEvent<T> => eventOf("ADDED", stored);

/**
 * The events that a change produces for different watchers. Each event is created at most once, so that its encoded
 * frames are shared.
 */
export class ChangeEvents<T> {
  readonly #change: Change<StoredObject<T>>;
  #added: WatchEvent<T> | undefined;
  #modified: WatchEvent<T> | undefined;
  #deleted: WatchEvent<T> | undefined;

  constructor(change: Change<StoredObject<T>>) {
    this.#change = change;
  }

  get revision(): number {
    return this.#change.revision;
  }

  /**
   * Returns the event of the change for a watch of a prefix with a predicate, or undefined if the watch does not see
   * the change (cacheWatcher.convertToWatchEvent). Throws StorageError if an object cannot be decoded.
   */
  seenBy(prefix: string, predicate: SelectionPredicate): WatchEvent<T> | undefined {
    const { key, before, after, deleted } = this.#change;
    if (!isUnder(key, prefix)) return undefined;
    if (after.corrupt !== undefined) throw new StorageError(after.corrupt);
    const is = !deleted && (predicate.everything || predicate.matches(after.attributes));
    const was = before !== undefined && (predicate.everything || predicate.matches(before.attributes));
    if (is) return was ? this.#modifiedEvent() : this.#addedEvent();
    return was ? this.#deletedEvent() : undefined;
  }

  #addedEvent(): WatchEvent<T> {
    this.#added ??= eventOf("ADDED", this.#change.after);
    return this.#added;
  }

  #modifiedEvent(): WatchEvent<T> {
    this.#modified ??= { type: "MODIFIED", stored: this.#change.after, before: this.#change.before, frames: new Map() };
    return this.#modified;
  }

  /**
   * Returns the event with the previous state at the new revision, for an object that was deleted or no longer matches
   * the predicate.
   */
  #deletedEvent(): WatchEvent<T> {
    const { before, after, deleted, revision } = this.#change;
    this.#deleted ??= eventOf("DELETED", deleted ? after : (before ?? after).at(revision));
    return this.#deleted;
  }
}
