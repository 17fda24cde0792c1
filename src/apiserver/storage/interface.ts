import type { TextMarks, TextPart } from "../../apimachinery/json/text-parts.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import type { Pace } from "../../component-base/work.ts";
import type { TraceRecorder } from "../../component-base/trace.ts";
import type { SelectorAttributes, SelectionPredicate } from "./selection-predicate.ts";

/** The revision of the store, as in etcd: a safe integer that increases with every write. */
export type Revision = number;

/**
 * Encodes objects to texts and decodes them, in the storage version. Texts are JSON without the outer `{`, `kind` and
 * `apiVersion`.
 */
export interface StorageCodec<T> {
  /** `"metadata":{...},...}`: Go's field order and omissions, `metadata.resourceVersion` as given by the object. */
  encode(object: T): string;
  decode(text: string): T;
  /**
   * Returns an object as it is read back, where the encoding of upstream's database loses some of it. It is stored like
   * this. Absent if nothing is lost.
   */
  readBack?(object: T): T;
  /**
   * Checks an object that was decoded from a text which this server did not write itself. Throws if the object does not
   * fit its type. Absent if every object fits.
   */
  check?(object: T): void;
  /**
   * Returns the parts of `text`, the text of `before`, that differ in the text of `after`, or undefined if finding them
   * requires encoding the whole object. Optional. `marks` are known positions in `text`, and more are added.
   */
  changedParts?(before: T, text: string, after: T, marks: TextMarks): readonly TextPart[] | undefined;
  /**
   * Whether the first update writes a new object although it is the same, since upstream stores other bytes for it. It
   * is known to the server that created the object, as long as it runs. Absent if there are no such objects.
   */
  writesAnew?(created: T): boolean;
  /** Returns the attributes that selectors match. */
  attributes(object: T): SelectorAttributes;
  /** Returns the same from a stored text without parsing all of it; undefined where the object has to be parsed. */
  attributesOf?: ((text: string) => SelectorAttributes | undefined) | undefined;
  /** Returns a copy with `metadata.resourceVersion` set, or removed for "". */
  withResourceVersion(object: T, resourceVersion: string): T;
}

/** One revision of one object: shared and immutable. `object` is parsed on demand. */
export interface Stored<T> {
  readonly key: string;
  readonly revision: Revision;
  /** The codec's text at this revision, resourceVersion included. */
  readonly text: string;
  readonly attributes: SelectorAttributes;
  readonly object: T;
  /** Whether the object is large, where that can be said without its text (`isLargeObject`). */
  readonly isLarge?: boolean;
  /**
   * Makes a part of a large object with pauses, so that it is at hand afterwards. Absent, or returns undefined, if it
   * is there or small.
   */
  ready?(part: "object" | "text"): Promise<void> | undefined;
}

/** Returns the object of a stored one; that of a large one is made with pauses. */
export const readyObject = <T>(stored: Stored<T>): MaybeAsync<T> =>
  afterwards(stored.ready?.("object"), () => stored.object);

/** Conditions on the live object (storage.Preconditions). Absent members are not checked. */
export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** The options of a list (storage.ListOptions). `resourceVersion` is "" for the newest committed state. */
export interface ListOptions {
  readonly resourceVersion: string;
  readonly resourceVersionMatch: "" | "Exact" | "NotOlderThan";
  readonly predicate: SelectionPredicate;
  /** 0 means no limit. */
  readonly limit: number;
  readonly continue: string;
  /** Read only by lists that wait, since it may be made when it is first read. */
  readonly signal?: AbortSignal | undefined;
}

/** A list at one revision. */
export interface StoredList<T> {
  readonly items: readonly Stored<T>[];
  readonly revision: Revision;
  /** "" on the last page. */
  readonly continue: string;
  readonly remainingItemCount?: number | undefined;
  /** The number of objects evaluated, if it exceeds the number of items. */
  readonly fetched?: number | undefined;
}

/** The options of a watch (storage.ListOptions). A `resourceVersion` of "" or "0" starts with the current state. */
export interface WatchOptions {
  readonly resourceVersion: string;
  readonly predicate: SelectionPredicate;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents?: boolean | undefined;
  /** The time until the watch ends, in milliseconds, which determines when bookmarks are sent; 0 if it does not end. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * An event of a watch. For a deletion, `stored` is the previous state at the deletion's revision; a bookmark has only a
 * revision.
 */
export type WatchEvent<T> =
  | {
      readonly type: "ADDED" | "MODIFIED" | "DELETED";
      readonly stored: Stored<T>;
      /** The previous state, for a modification. */ readonly before?: Stored<T> | undefined;
      /** The encoded frames of this event by encoder, shared by all watchers. */ readonly frames: Map<
        unknown,
        string | Uint8Array
      >;
    }
  | { readonly type: "BOOKMARK"; readonly revision: Revision; readonly initialEventsEnd: boolean }
  | { readonly type: "ERROR"; readonly error: unknown };

/** Computes the new object from the live one, which is undefined if it does not exist. */
export type UpdateFunction<T> = (live: Stored<T> | undefined) => MaybeAsync<T>;

/** The storage of one resource (k8s.io/apiserver storage.Interface). Every failure is a StorageError. */
export interface Storage<T> {
  /** The newest committed revision of the whole store. */
  readonly revision: Revision;
  /**
   * Returns an object, or undefined if it does not exist. `resourceVersion` is "" for the newest state, otherwise the
   * minimum revision.
   */
  get(key: string, resourceVersion: string): Promise<Stored<T> | undefined>;
  /**
   * Returns all objects under a prefix in key order, at one committed revision. A prefix that does not end in "/" is a
   * single key, for which limit and continue are ignored.
   */
  list(prefix: string, options: ListOptions): Promise<StoredList<T>>;
  /**
   * Creates an object, which is encoded at a pace, and resolves when the write is durable. Fails with KeyExists if the
   * key exists.
   */
  create(key: string, object: T, pace?: Pace): Promise<Stored<T>>;
  /**
   * Calls `update` with the live object, pending writes included, until its result can be stored on top of that
   * version. If the result changes nothing, nothing is written and the live object is returned. Fails with KeyNotFound
   * if the key does not exist, unless `ignoreNotFound` is set.
   */
  guaranteedUpdate(
    key: string,
    options: {
      readonly ignoreNotFound: boolean;
      readonly preconditions?: Preconditions | undefined;
      /** Returns what codecs lose of the last result of `update`, which is compared, too, until a restart. */
      readonly lost?: () => string;
      /** The pace at which the result of `update` is compared and encoded. */
      readonly pace?: Pace;
    },
    update: UpdateFunction<T>,
  ): Promise<Stored<T>>;
  /**
   * Deletes an object. `validate` may throw to reject the deletion, and is called again for a newer live object.
   * Resolves with the last state at the deletion's revision.
   */
  delete(
    key: string,
    preconditions: Preconditions | undefined,
    validate: (live: Stored<T>) => MaybeAsync<void>,
  ): Promise<Stored<T>>;
  /**
   * Deletes an object that cannot be decoded, whatever its metadata says. Fails with KeyNotFound if the key does not
   * exist. Watches do not see the deletion: those of an earlier revision are expired.
   */
  deleteCorrupt(key: string): Promise<void>;
  /**
   * Watches a prefix, which is interpreted as in `list`. Yields batches of events in order; ends when the signal is
   * aborted, when the watcher is too slow, or after an ERROR. The watch is registered, or an error thrown, before this
   * resolves.
   */
  watch(prefix: string, options: WatchOptions): Promise<AsyncIterable<readonly WatchEvent<T>[]>>;
  /**
   * Returns the same storage with a trace that records work done on its behalf, such as conversions. Absent if there is
   * none.
   */
  traced?(trace: TraceRecorder): Storage<T>;
  /** Returns an object as it would be read back from storage. Absent if it would be unchanged. */
  stored?(object: T, pace?: Pace): MaybeAsync<T>;
  /**
   * Returns the newest committed objects under a prefix in key order, synchronously. Used for the server's own
   * decisions (authorization, admission). Objects that cannot be decoded are left out.
   */
  newest(prefix: string): readonly Stored<T>[];
  /** Returns the newest committed object of a key, synchronously; undefined if it cannot be decoded. */
  peek(key: string): Stored<T> | undefined;
  /** The current number of objects and their size in bytes. */
  stats(): { readonly objects: number; readonly bytes: number };
}
