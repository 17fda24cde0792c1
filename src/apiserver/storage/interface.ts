import type { TextMarks, TextPart } from "../../apimachinery/json/text-parts.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { TraceRecorder } from "../../component-base/trace.ts";
import type { SelectorAttributes, SelectionPredicate } from "./selection-predicate.ts";

/** The store's one counter, etcd's revision: a safe integer that grows with every write. */
export type Revision = number;

/**
 * Makes texts of objects and objects of texts, for the version that is stored. Texts are JSON without the outer `{`,
 * `kind` and `apiVersion`.
 */
export interface StorageCodec<T> {
  /** `"metadata":{...},...}`: Go's field order and omissions, `metadata.resourceVersion` as given by the object. */
  encode(object: T): string;
  decode(text: string): T;
  /**
   * Where the text of `after` is another than `text`, which is that of `before`; undefined when that is not known
   * without encoding all. Absent where it never is. `marks` are what is known of `text`, and get more.
   */
  changedParts?(before: T, text: string, after: T, marks: TextMarks): readonly TextPart[] | undefined;
  /** What selectors look at. */
  attributes(object: T): SelectorAttributes;
  /** A copy whose `metadata.resourceVersion` is set; "" takes it away. */
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
}

/** Conditions on the live object (storage.Preconditions). Absent members do not matter. */
export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** How a list reads (storage.ListOptions). `resourceVersion` is "" for the newest committed state. */
export interface ListOptions {
  readonly resourceVersion: string;
  readonly resourceVersionMatch: "" | "Exact" | "NotOlderThan";
  readonly predicate: SelectionPredicate;
  /** 0 means no limit. */
  readonly limit: number;
  readonly continue: string;
  readonly signal?: AbortSignal | undefined;
}

/** A list at one revision. */
export interface StoredList<T> {
  readonly items: readonly Stored<T>[];
  readonly revision: Revision;
  /** "" on the last page. */
  readonly continue: string;
  readonly remainingItemCount?: number | undefined;
  /** How many objects were looked at, where those were more than the items. */
  readonly fetched?: number | undefined;
}

/** How a watch begins (storage.ListOptions for watches). `resourceVersion`: "" or "0" start with the present state. */
export interface WatchOptions {
  readonly resourceVersion: string;
  readonly predicate: SelectionPredicate;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents?: boolean | undefined;
  /** Milliseconds until the handler will end the watch; bookmarks are timed by it. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * What a watch reports. `stored` of a deletion holds the old state at the deletion's revision; a bookmark has only a
 * revision.
 */
export type WatchEvent<T> =
  | {
      readonly type: "ADDED" | "MODIFIED" | "DELETED";
      readonly stored: Stored<T>;
      /** What was there before a modification. */ readonly before?: Stored<T> | undefined;
      /** Frames made of this event, by encoder: shared by all watchers. */ readonly frames: Map<
        unknown,
        string | Uint8Array
      >;
    }
  | { readonly type: "BOOKMARK"; readonly revision: Revision; readonly initialEventsEnd: boolean }
  | { readonly type: "ERROR"; readonly error: unknown };

/** What an update makes of the live object; undefined where there is none yet. */
export type UpdateFunction<T> = (live: Stored<T> | undefined) => MaybeAsync<T>;

/** One resource's part of the store (k8s.io/apiserver storage.Interface). Every failure is a StorageError. */
export interface Storage<T> {
  /** The newest committed revision of the whole store. */
  readonly revision: Revision;
  /** `resourceVersion`: "" newest, otherwise not older than it. Undefined where there is none. */
  get(key: string, resourceVersion: string): Promise<Stored<T> | undefined>;
  /**
   * Everything under a prefix, in key order, at one committed revision. A prefix that does not end in "/" is one key,
   * for which limit and continue mean nothing.
   */
  list(prefix: string, options: ListOptions): Promise<StoredList<T>>;
  /** Resolves once the write is durable. KeyExists where there is one. */
  create(key: string, object: T): Promise<Stored<T>>;
  /**
   * Calls `update` with the live object (pending writes included) until its result could be stored on top of just that
   * one; a result that
   * changes nothing writes nothing and answers with the live one. KeyNotFound where there is none, unless
   * `ignoreNotFound`.
   */
  guaranteedUpdate(
    key: string,
    options: { readonly ignoreNotFound: boolean; readonly preconditions?: Preconditions | undefined },
    update: UpdateFunction<T>,
  ): Promise<Stored<T>>;
  /**
   * `validate` may refuse by throwing, and is called again for a newer live object. Resolves with the last state at the
   * deletion's revision.
   */
  delete(
    key: string,
    preconditions: Preconditions | undefined,
    validate: (live: Stored<T>) => MaybeAsync<void>,
  ): Promise<Stored<T>>;
  /**
   * A prefix is as in `list`. Batches of events in order; ends when the signal is aborted, the watcher was too slow, or
   * after an ERROR. Opens (or throws) before it resolves.
   */
  watch(prefix: string, options: WatchOptions): Promise<AsyncIterable<readonly WatchEvent<T>[]>>;
  /** The same storage, telling a trace of the work that is not storage's own; absent where there is none. */
  traced?(trace: TraceRecorder): Storage<T>;
  /** An object as it would come back had it been stored; absent where it would be the same. */
  stored?(object: T): MaybeAsync<T>;
  /**
   * The newest committed objects under a prefix, in key order and at once: for the server's own decisions
   * (authorization, admission).
   */
  newest(prefix: string): readonly Stored<T>[];
  /** The newest committed object at a key, at once. */
  peek(key: string): Stored<T> | undefined;
  /** How many objects there are now, and their bytes. */
  stats(): { readonly objects: number; readonly bytes: number };
}
