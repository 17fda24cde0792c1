import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import type { Storage, WatchEvent } from "../storage/interface.ts";
import { everything } from "../storage/selection-predicate.ts";

/** Called when an object changes; `object` is undefined if it was deleted. */
export type ObjectListener<T> = (name: string, object: T | undefined, old: T | undefined) => void;

/** Receives the events of a watch. */
export interface WatchReader {
  /** Called whenever the watch has begun, again after a gap. */
  reload(): void;
  apply(event: WatchEvent<KubeObject>): void;
}

/** Watches the objects below a prefix until the signal is aborted. */
export async function followObjects(
  storage: Pick<Storage<KubeObject>, "revision" | "watch">,
  prefix: string,
  { reload, apply }: WatchReader,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const options = {
      resourceVersion: String(storage.revision),
      predicate: everything,
      allowWatchBookmarks: false,
      sendInitialEvents: false,
      timeoutMs: 0,
      signal,
    };
    const batches = await storage.watch(prefix, options);
    reload();
    for await (const batch of batches) for (const event of batch) apply(event);
  }
}

interface Named {
  readonly metadata: ObjectMeta;
}

/**
 * An in-memory index of all committed objects of a resource without namespaces, complete on construction and kept up to
 * date by a watch.
 */
export class ObjectLister<T extends Named> {
  readonly #storage: Storage<KubeObject>;
  readonly #prefix: string;
  readonly #read: (object: KubeObject) => T;
  readonly #objects = new Map<string, T>();
  readonly #listeners = new Set<ObjectListener<T>>();

  /** Takes the storage of the objects, the prefix of their keys, and the function that types a decoded object. */
  constructor(storage: Storage<KubeObject>, prefix: string, read: (object: KubeObject) => T) {
    this.#storage = storage;
    this.#prefix = prefix;
    this.#read = read;
    this.#reload();
  }

  get(name: string): T | undefined {
    return this.#objects.get(name);
  }

  all(): readonly T[] {
    return [...this.#objects.values()];
  }

  listen(listener: ObjectListener<T>): void {
    this.#listeners.add(listener);
  }

  /** Watches the objects until the signal is aborted. */
  follow(signal: AbortSignal): Promise<void> {
    const reload = (): void => this.#reload();
    return followObjects(this.#storage, this.#prefix, { reload, apply: (event) => this.#apply(event) }, signal);
  }

  #apply(event: WatchEvent<KubeObject>): void {
    if (!("stored" in event)) return;
    const object = this.#read(event.stored.object);
    this.#set(object.metadata.name ?? "", event.type === "DELETED" ? undefined : object);
  }

  #reload(): void {
    const found = new Map(
      this.#storage.newest(this.#prefix).map(({ object }) => [object.metadata.name ?? "", this.#read(object)]),
    );
    for (const name of this.#objects.keys()) if (!found.has(name)) this.#set(name, undefined);
    for (const [name, object] of found) this.#set(name, object);
  }

  #set(name: string, object: T | undefined): void {
    const old = this.#objects.get(name);
    if (
      old?.metadata.resourceVersion === object?.metadata.resourceVersion &&
      old?.metadata.uid === object?.metadata.uid
    )
      return;
    if (object === undefined) this.#objects.delete(name);
    else this.#objects.set(name, object);
    for (const listener of this.#listeners) listener(name, object, old);
  }
}
