import type { WatchEvent } from "../interface.ts";
import type { SelectionPredicate } from "../selection-predicate.ts";
import type { StoredObject } from "../stored-object.ts";
import { isUnder } from "../key-range.ts";
import type { Change } from "../versioned-table.ts";

type ObjectEventType = "ADDED" | "MODIFIED" | "DELETED";

const eventOf = <T>(type: ObjectEventType, stored: StoredObject<T>): WatchEvent<T> => ({
  type,
  stored,
  frames: new Map(),
});

/** The event by which a watch tells of an object that is there already. */
export const newInitialEvent = <T>(stored: StoredObject<T>): WatchEvent<T> => eventOf("ADDED", stored);

/** The events that one change may be to different watchers; each is made at most once, so that its frames are too. */
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
   * What the change is to somebody who watches a prefix for a selection; undefined where it is nothing
   * (cacheWatcher.convertToWatchEvent).
   */
  seenBy(prefix: string, predicate: SelectionPredicate): WatchEvent<T> | undefined {
    const { key, before, after, deleted } = this.#change;
    if (!isUnder(key, prefix)) return undefined;
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

  /** The old state at the new revision, whether the object is gone or only left the selection. */
  #deletedEvent(): WatchEvent<T> {
    const { before, after, deleted, revision } = this.#change;
    this.#deleted ??= eventOf("DELETED", deleted ? after : (before ?? after).at(revision));
    return this.#deleted;
  }
}
