import type { Clock } from "../apimachinery/clock.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { Backoff, sleep } from "./backoff.ts";
import { type Client, isGone } from "./client.ts";
import { ObjectIndex, objectKey } from "./object-index.ts";
import type { ResourceTarget } from "./resource-path.ts";
import { readWatchLine, type WatchLine, type WatchNotice } from "./watch-lines.ts";

/** Hears of every change of a resource, in order. */
export interface InformerHandler<T extends KubeObject = KubeObject> {
  add?(object: T): void;
  update?(before: T, after: T): void;
  /** The last state that was seen or reported. */
  delete?(object: T): void;
  /**
   * Everything was listed again, since changes may have been missed; deletions of objects that are not kept among them.
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
  /** What to keep of an object; all of it unless told. */
  readonly reduce?: (object: T) => T;
  /** Which objects stand in the index, all unless told; the others are reported only, an update as an addition. */
  readonly keeps?: (object: T) => boolean;
  /**
   * Says by an event's text that it cannot concern this informer nor change what it keeps, so that it is not even read.
   */
  readonly skips?: (line: WatchLine) => boolean;
  /**
   * Milliseconds in which events gather before they are read, for who is in no hurry: many are read for little more
   * than one.
   */
  readonly gatherMs?: number;
}

const shortestWatchMs = 1000;

/**
 * Keeps an index of a resource current: lists, watches, resumes, lists again when its version is too old (client-go
 * Informer).
 */
export class Informer<T extends KubeObject = KubeObject> {
  readonly index = new ObjectIndex<T>();
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
    this.#backoff = new Backoff(options.clock);
  }

  /** The first list was handed to the handler. */
  get synced(): boolean {
    return this.#synced;
  }

  /** Resolves after the first list, or when the informer is stopped before it. */
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
    }
    for (const key of gone) this.#remove(key, undefined);
    this.#resourceVersion = resourceVersion;
    if (++this.#lists > 1) this.#options.handler.relisted?.();
    this.#synced = true;
    this.#resolveSynced();
  }

  /** False where the watch ended at once, so that it is not opened again in a tight loop. */
  async #watch(signal: AbortSignal): Promise<boolean> {
    const { clock, client, target, labelSelector, fieldSelector, gatherMs } = this.#options;
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
    else this.#notice(readWatchLine<T>(line));
  }

  #notice({ type, object }: WatchNotice<T>): void {
    this.#skipped = undefined;
    this.#resourceVersion = object.metadata.resourceVersion ?? this.#resourceVersion;
    if (type === "DELETED") this.#remove(objectKey(object), object);
    else if (type !== "BOOKMARK") this.#apply(object);
  }

  /** A watch goes on after the last event, also where that was skipped. */
  #readSkipped(): void {
    if (this.#skipped === undefined) return;
    this.#resourceVersion = readWatchLine<T>(this.#skipped).object.metadata.resourceVersion ?? this.#resourceVersion;
    this.#skipped = undefined;
  }

  /** Takes an object over and says by which key. */
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

  /** Deleted and created again while nobody looked. */
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
