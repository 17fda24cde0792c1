import type { Clock } from "../apimachinery/clock.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { nextTask } from "../component-base/event-loop.ts";
import { sleep } from "../component-base/sleep.ts";
import { Backoff } from "./backoff.ts";
import { type Client, isGone } from "./client.ts";
import { type Indexers, ObjectIndex, objectKey } from "./object-index.ts";
import type { ResourceTarget } from "./resource-path.ts";
import type { WatchLine, WatchNotice } from "./watch-lines.ts";

/** Receives every change of a resource, in order (client-go ResourceEventHandler). */
export interface InformerHandler<T extends KubeObject = KubeObject> {
  add?(object: T): void;
  update?(before: T, after: T): void;
  /** Receives the last known state of the object. */
  delete?(object: T): void;
  /**
   * Called after a relist, when events may have been missed, including deletions of objects that are not in the index.
   */
  relisted?(): void;
}

export interface InformerOptions<T extends KubeObject = KubeObject> {
  readonly client: Client;
  readonly clock: Clock;
  readonly target: ResourceTarget;
  readonly handler: InformerHandler<T>;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Reduces an object to what is stored; default: all of it (client-go TransformFunc). */
  readonly reduce?: (object: T) => T;
  /** Further indexes of what is stored, by name (client-go Indexers). */
  readonly indexers?: Indexers<T>;
  /**
   * Selects the objects to store in the index; default: all. Others are only reported; their updates are reported as
   * additions.
   */
  readonly keeps?: (object: T) => boolean;
  /**
   * Returns true for an undecoded event that is irrelevant to this informer and cannot change its index. The event is
   * then not decoded.
   */
  readonly skips?: (line: WatchLine) => boolean;
  /**
   * Batches events for so many milliseconds before decoding them, for handlers that can wait: a batch costs little more
   * than a single event.
   */
  readonly gatherMs?: number;
}

const shortestWatchMs = 1000;

/** Watches go on while the world is paused. */
const hostClock = (clock: Clock): Clock => clock.host ?? clock;

/**
 * Keeps an index of a resource up to date (client-go Informer): lists, watches, resumes closed watches, and relists
 * when its resourceVersion has expired.
 */
export class Informer<T extends KubeObject = KubeObject> {
  readonly index: ObjectIndex<T>;
  readonly #options: InformerOptions<T>;
  readonly #backoff: Backoff;
  #lists = 0;
  #resourceVersion = "";
  #skipped: WatchLine | undefined;
  #synced = false;
  #resolveSynced = (): void => {};
  readonly #whenSynced = new Promise<void>((resolve) => (this.#resolveSynced = resolve));

  constructor(options: InformerOptions<T>) {
    this.#options = options;
    this.index = new ObjectIndex(options.indexers);
    this.#backoff = new Backoff(hostClock(options.clock));
  }

  /** True after the first list was passed to the handler. */
  get synced(): boolean {
    return this.#synced;
  }

  /** Resolves after the first list, or when the informer stops before it. */
  whenSynced(): Promise<void> {
    return this.#whenSynced;
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (this.#resourceVersion === "") await this.#list(signal);
        if (!(await this.#watch(signal)) && !signal.aborted) await this.#backoff.wait(signal);
      } catch (error) {
        if (isGone(error)) this.#resourceVersion = "";
        if (!signal.aborted) await this.#backoff.wait(signal);
      }
    }
    this.#resolveSynced();
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { client, target, labelSelector, fieldSelector } = this.#options;
    const gone = new Set(this.index.keys());
    let resourceVersion = "";
    for await (const page of client.pages<T>(target, { labelSelector, fieldSelector }, signal)) {
      for (const item of page.items) gone.delete(this.#apply(item));
      resourceVersion = page.resourceVersion;
      // A server in the same thread answers without ever waiting: others have their turn between pages.
      if (page.continue !== "") await nextTask();
    }
    for (const key of gone) this.#remove(key, undefined);
    this.#resourceVersion = resourceVersion;
    if (++this.#lists > 1) this.#options.handler.relisted?.();
    this.#synced = true;
    this.#resolveSynced();
  }

  /** Returns false if the watch ended at once, so that it is not reopened in a tight loop. */
  async #watch(signal: AbortSignal): Promise<boolean> {
    const { client, target, labelSelector, fieldSelector, gatherMs } = this.#options;
    const clock = hostClock(this.#options.clock);
    const parameters = {
      resourceVersion: this.#resourceVersion,
      allowWatchBookmarks: true,
      labelSelector,
      fieldSelector,
    };
    const began = clock.monotonic();
    try {
      for await (const lines of client.watchLines(target, parameters, signal)) {
        this.#backoff.reset();
        for (const line of lines) this.#take(line);
        if (gatherMs !== undefined) await sleep(clock, gatherMs, signal);
      }
    } finally {
      this.#readSkipped();
    }
    return clock.monotonic() - began > shortestWatchMs;
  }

  #take(line: WatchLine): void {
    if (this.#options.skips?.(line) === true) this.#skipped = line;
    else this.#notice(this.#options.client.readLine<T>(line));
  }

  #notice({ type, object }: WatchNotice<T>): void {
    this.#skipped = undefined;
    this.#resourceVersion = object.metadata.resourceVersion ?? this.#resourceVersion;
    if (type === "DELETED") this.#remove(objectKey(object), object);
    else if (type !== "BOOKMARK") this.#apply(object);
  }

  /** Advances the resourceVersion to the last event, even if it was skipped. */
  #readSkipped(): void {
    if (this.#skipped === undefined) return;
    const { object } = this.#options.client.readLine<T>(this.#skipped);
    this.#resourceVersion = object.metadata.resourceVersion ?? this.#resourceVersion;
    this.#skipped = undefined;
  }

  /** Stores an object, notifies the handler and returns the key. */
  #apply(object: T): string {
    const { handler, reduce, keeps } = this.#options;
    const key = objectKey(object);
    const kept = reduce === undefined ? object : reduce(object);
    const before = keeps?.(object) === false ? this.index.delete(key) : this.index.set(key, kept);
    if (before === undefined) handler.add?.(kept);
    else if (before.metadata.uid !== kept.metadata.uid) this.#replace(before, kept);
    else if (before.metadata.resourceVersion !== kept.metadata.resourceVersion) handler.update?.(before, kept);
    return key;
  }

  /** Handles an object that was deleted and recreated between two observations. */
  #replace(before: T, after: T): void {
    this.#options.handler.delete?.(before);
    this.#options.handler.add?.(after);
  }

  #remove(key: string, told: T | undefined): void {
    const { handler, reduce } = this.#options;
    const before = this.index.delete(key);
    const last = told === undefined ? before : (reduce?.(told) ?? told);
    if (last !== undefined) handler.delete?.(last);
  }
}
