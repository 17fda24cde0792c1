import { controllerOf } from "../apimachinery/controller-of.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { KeyMap } from "./key-map.ts";

/** Returns the key of an object: `namespace/name`, or the name if it has no namespace. */
export const objectKey = ({ metadata: { namespace, name = "" } }: KubeObject): string =>
  namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;

/**
 * Objects of one resource by key, by uid and by the uid of an owner (client-go Indexer), and those without a
 * controller, in the order of their keys.
 */
export class ObjectIndex<T extends KubeObject = KubeObject> {
  readonly #byKey = new KeyMap<T>();
  readonly #byUid = new Map<string, T>();
  readonly #byOwner = new Map<string, KeyMap<T>>();
  readonly #uncontrolled = new KeyMap<T>();

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): T | undefined {
    return this.#byKey.get(key);
  }

  byUid(uid: string): T | undefined {
    return this.#byUid.get(uid);
  }

  byOwner(ownerUid: string): Iterable<T> {
    return this.#byOwner.get(ownerUid)?.values() ?? [];
  }

  /** The objects of which no owner is the controller. */
  uncontrolled(): Iterable<T> {
    return this.#uncontrolled.values();
  }

  values(): IterableIterator<T> {
    return this.#byKey.values();
  }

  keys(): IterableIterator<string> {
    return this.#byKey.keys();
  }

  /** Stores an object and returns the one that it replaces. */
  set(key: string, object: T): T | undefined {
    const before = this.#byKey.get(key);
    if (before !== undefined) this.#unlink(key, before, ownersOf(object));
    this.#byKey.set(key, object);
    const { uid } = object.metadata;
    if (uid !== undefined) this.#byUid.set(uid, object);
    if (controllerOf(object) === undefined) this.#uncontrolled.set(key, object);
    else this.#uncontrolled.delete(key);
    for (const owner of ownersOf(object)) {
      const dependents = this.#byOwner.get(owner) ?? new KeyMap<T>();
      dependents.set(key, object);
      this.#byOwner.set(owner, dependents);
    }
    return before;
  }

  delete(key: string): T | undefined {
    const object = this.#byKey.get(key);
    if (object === undefined) return undefined;
    this.#byKey.delete(key);
    this.#uncontrolled.delete(key);
    this.#unlink(key, object, []);
    return object;
  }

  /** Removes an object by its uid, and from all owners but those that it keeps. */
  #unlink(key: string, object: T, kept: readonly string[]): void {
    const { uid } = object.metadata;
    if (uid !== undefined && this.#byUid.get(uid) === object) this.#byUid.delete(uid);
    for (const owner of ownersOf(object)) {
      if (kept.includes(owner)) continue;
      const dependents = this.#byOwner.get(owner);
      dependents?.delete(key);
      if (dependents?.size === 0) this.#byOwner.delete(owner);
    }
  }
}

const ownersOf = ({ metadata }: KubeObject): readonly string[] => metadata.ownerReferences?.map(({ uid }) => uid) ?? [];
