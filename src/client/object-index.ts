import type { KubeObject } from "../apimachinery/meta.ts";

/** Returns the key of an object: `namespace/name`, or the name if it has no namespace. */
export const objectKey = ({ metadata: { namespace, name = "" } }: KubeObject): string =>
  namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;

/** Objects of one resource by key, by uid and by the uid of an owner (client-go Indexer). */
export class ObjectIndex<T extends KubeObject = KubeObject> {
  readonly #byKey = new Map<string, T>();
  readonly #byUid = new Map<string, T>();
  readonly #byOwner = new Map<string, Map<string, T>>();

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

  values(): IterableIterator<T> {
    return this.#byKey.values();
  }

  keys(): IterableIterator<string> {
    return this.#byKey.keys();
  }

  /** Stores an object and returns the one that it replaces. */
  set(key: string, object: T): T | undefined {
    const before = this.delete(key);
    this.#byKey.set(key, object);
    const { uid, ownerReferences = [] } = object.metadata;
    if (uid !== undefined) this.#byUid.set(uid, object);
    for (const owner of ownerReferences) {
      const dependents = this.#byOwner.get(owner.uid);
      if (dependents === undefined) this.#byOwner.set(owner.uid, new Map([[key, object]]));
      else dependents.set(key, object);
    }
    return before;
  }

  delete(key: string): T | undefined {
    const object = this.#byKey.get(key);
    if (object === undefined) return undefined;
    this.#byKey.delete(key);
    const { uid, ownerReferences = [] } = object.metadata;
    if (uid !== undefined && this.#byUid.get(uid) === object) this.#byUid.delete(uid);
    for (const owner of ownerReferences) {
      const dependents = this.#byOwner.get(owner.uid);
      dependents?.delete(key);
      if (dependents?.size === 0) this.#byOwner.delete(owner.uid);
    }
    return object;
  }
}
