import type { Clock } from "../../../apimachinery/clock.ts";
import type { Freshness } from "../freshness.ts";
import type { FanOut } from "../fan-out.ts";
import type { Revision, WatchEvent, WatchOptions } from "../interface.ts";
import { rangeOf } from "../key-range.ts";
import type { LoadedObjects } from "../loaded-objects.ts";
import { parseResourceVersion } from "../resource-version.ts";
import { StorageError } from "../storage-error.ts";
import type { StoredObject } from "../stored-object.ts";
import type { Change, VersionedTable } from "../versioned-table.ts";
import { scheduleBookmarks } from "./bookmarks.ts";
import { Delivery } from "./delivery.ts";
import { eventsOfChanges, eventsOfFailure, eventsOfState } from "./initial-events.ts";
import { ChangeEvents } from "./watch-events.ts";
import { WatchGroup } from "./watch-group.ts";
import { Watcher, type WatcherLimits } from "./watcher.ts";

/** The start of a watch: its initial events and the revision after which live events follow. */
interface WatchStart<T> {
  readonly initial: Iterator<readonly WatchEvent<T>[]>;
  readonly after: Revision;
}

export interface CacherOptions<T> {
  readonly table: VersionedTable<StoredObject<T>>;
  readonly loaded: LoadedObjects<T>;
  readonly freshness: Freshness;
  readonly clock: Clock;
  readonly limits?: Partial<WatcherLimits> | undefined;
  /** Wakes the watchers, and those of other resources. */
  readonly fanOut: FanOut;
  /** Adjusts the count of watchers. */
  noteWatchers(delta: 1 | -1): void;
}

/** Hosts do not know longer timers: those of 25 days. */
const longestTimerMs = 2 ** 31 - 1;
const defaultLimits: WatcherLimits = { events: 20_000, bytes: 32 << 20 };

/** Distributes the committed changes of one resource to its watchers (cacher.Cacher). */
export class Cacher<T> {
  readonly #table: VersionedTable<StoredObject<T>>;
  readonly #loaded: LoadedObjects<T>;
  readonly #freshness: Freshness;
  readonly #clock: Clock;
  readonly #limits: WatcherLimits;
  readonly #fanOut: FanOut;
  readonly #noteWatchers: (delta: 1 | -1) => void;
  readonly #groups = new Map<string, WatchGroup<T>>();
  readonly #unsubscribe: () => void;
  #closed = false;
  /** The number of changes received. */
  changes = 0;
  /** The number of watches that were ended since their readers are too slow. */
  terminated = 0;
  /** The number of events that watches began with. */
  initialEvents = 0;

  constructor({ table, loaded, freshness, clock, limits, fanOut, noteWatchers }: CacherOptions<T>) {
    this.#table = table;
    this.#loaded = loaded;
    this.#freshness = freshness;
    this.#clock = clock;
    this.#limits = { ...defaultLimits, ...limits };
    this.#fanOut = fanOut;
    this.#noteWatchers = noteWatchers;
    this.#unsubscribe = table.subscribe((changes, complete) => this.#dispatch(changes, complete));
  }

  /**
   * Starts a watch. Throws if the resourceVersion is not a number or an object of the resource cannot be decoded; any
   * other failure is sent as an ERROR event, as upstream.
   */
  async watch(prefix: string, options: WatchOptions): Promise<AsyncIterableIterator<readonly WatchEvent<T>[]>> {
    const version = parseResourceVersion(options.resourceVersion);
    const checking = this.#loaded.ready();
    if (checking !== undefined) await checking;
    if (options.sendInitialEvents === true && options.resourceVersion === "") await this.#freshness.caughtUp(options);
    if (options.sendInitialEvents === true && !(await this.#freshness.reached(version, options.signal))) {
      return this.#failed(
        new StorageError({ code: "TooLargeResourceVersion", requested: version, current: this.#table.revision }),
      );
    }
    if (version > 0n && options.sendInitialEvents !== true) {
      const failure = await this.#recall(Number(version));
      if (failure !== undefined) return this.#failed(failure);
    }
    const start = this.#start(prefix, options, version);
    return start instanceof StorageError ? this.#failed(start) : this.#open(prefix, options, start);
  }

  /** Ends all watches after their queued events, those that are still to start too, and stops receiving changes. */
  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    for (const group of this.#groups.values()) group.end();
  }

  /** Waits until the history that a watch from this revision needs is loaded. Returns the error if loading failed. */
  async #recall(revision: Revision): Promise<StorageError | undefined> {
    try {
      await this.#table.recalled(revision);
      return undefined;
    } catch (error) {
      if (error instanceof StorageError) return error;
      throw error;
    }
  }

  #start(
    prefix: string,
    { sendInitialEvents, allowWatchBookmarks, predicate }: WatchOptions,
    version: bigint,
  ): WatchStart<T> | StorageError {
    const now = this.#table.revision;
    if (sendInitialEvents === true || (sendInitialEvents === undefined && version === 0n)) {
      const end = sendInitialEvents === true && allowWatchBookmarks ? now : undefined;
      return { initial: eventsOfState(this.#table.range(rangeOf(prefix), 0), predicate, end), after: now };
    }
    const requested = version === 0n ? now : Number(version);
    const compacted = this.#table.compactedRevision;
    if (requested < compacted) return new StorageError({ code: "Expired", requested, compacted });
    return {
      initial: eventsOfChanges(this.#table.changesAfter(requested), prefix, predicate),
      after: Math.max(requested, now),
    };
  }

  #failed(error: StorageError): Watcher<T> {
    const watcher = new Watcher<T>(eventsOfFailure(error), this.#limits, this.#fanOut, () => undefined);
    watcher.end();
    return watcher;
  }

  #open(prefix: string, options: WatchOptions, { initial, after }: WatchStart<T>): Watcher<T> {
    const { signal } = options;
    const id = `${prefix}\n${options.predicate.id}`;
    const group = this.#groups.get(id) ?? new WatchGroup<T>(prefix, options.predicate);
    const watcher = new Watcher<T>(this.#counted(initial), this.#limits, this.#fanOut, (tooSlow) => {
      if (tooSlow) this.terminated += 1;
      cancelEnd();
      stopBookmarks();
      signal.removeEventListener("abort", abort);
      group.delete(watcher);
      if (group.size === 0) this.#groups.delete(id);
      this.#noteWatchers(-1);
    });
    const abort = (): void => watcher.abort();
    const cancelEnd = this.#endAfter(options.timeoutMs, abort);
    const stopBookmarks = this.#scheduleBookmarks(watcher, options, after);
    this.#groups.set(id, group);
    group.add(watcher, after);
    this.#noteWatchers(1);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    if (this.#closed) watcher.end();
    return watcher;
  }

  *#counted(initial: WatchStart<T>["initial"]): Generator<readonly WatchEvent<T>[]> {
    for (let next = initial.next(); next.done !== true; next = initial.next()) {
      this.initialEvents += next.value.filter(({ type }) => type !== "BOOKMARK").length;
      yield next.value;
    }
  }

  /** The timers of a watch end with it, whether or not somebody still reads it. */
  #endAfter(timeoutMs: number, end: () => void): () => void {
    return timeoutMs > 0 ? this.#clock.after(Math.min(timeoutMs, longestTimerMs), end) : () => undefined;
  }

  /** Schedules bookmarks. A bookmark is sent only if the revision is newer than the start. */
  #scheduleBookmarks(
    watcher: Watcher<T>,
    { allowWatchBookmarks, timeoutMs }: WatchOptions,
    start: Revision,
  ): () => void {
    if (!allowWatchBookmarks) return () => undefined;
    return scheduleBookmarks(this.#clock, timeoutMs, () => {
      const revision = this.#table.changedRevision;
      if (revision > start) watcher.push(new Delivery([{ type: "BOOKMARK", revision, initialEventsEnd: false }]));
    });
  }

  /** Takes changes in. If some may be missing, all watches end, as upstream's do. */
  #dispatch(changes: readonly Change<StoredObject<T>>[], complete: boolean): void {
    this.changes += changes.length;
    try {
      if (!complete) for (const group of this.#groups.values()) group.end();
      else if (this.#groups.size > 0) this.#deliver(changes.map((change) => new ChangeEvents(change)));
    } finally {
      // Predicates have evaluated the old versions by now.
      for (const { before } of changes) before?.supersede();
    }
  }

  /**
   * Delivers events to all groups. If a predicate throws, the watches of its group end, because they missed events;
   * other groups are unaffected. An object that cannot be decoded ends them, too, and has been reported.
   */
  #deliver(events: readonly ChangeEvents<T>[]): void {
    this.#fanOut.begin();
    const failures: unknown[] = [];
    for (const group of this.#groups.values()) {
      try {
        group.deliver(events);
      } catch (error) {
        group.end();
        if (!(error instanceof StorageError)) failures.push(error);
      }
    }
    if (failures.length > 0)
      throw failures.length === 1 ? failures[0] : new AggregateError(failures, "selections of watches have failed");
  }
}
