import { controllerOf } from "../apimachinery/controller-of.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { KeyMap } from "./key-map.ts";

/** Returns the key of an object: `namespace/name`, or the name if it has no namespace. */
export const objectKey = ({ metadata: { namespace, name = "" } }: KubeObject): string =>
  namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;

/** Returns the values under which an index has an object (client-go IndexFunc). */
export type IndexFunction<T extends KubeObject = KubeObject> = (object: T) => readonly string[];

/** Index functions by the names of their indexes (client-go Indexers). */
export type Indexers<T extends KubeObject = KubeObject> = Readonly<Record<string, IndexFunction<T>>>;

/** Objects by the values that a function gives them, in the order of their keys. */
class Index<T extends KubeObject> {
  readonly #valuesOf: IndexFunction<T>;
  readonly #byValue = new Map<string, KeyMap<T>>();

  constructor(valuesOf: IndexFunction<T>) {
    this.#valuesOf = valuesOf;
  }

  at(value: string): Iterable<T> {
    return this.#byValue.get(value)?.values() ?? [];
  }

  has(value: string): boolean {
    return this.#byValue.has(value);
  }

  /** Places an object, and removes the one that it replaces from where it no longer belongs. */
  replace(key: string, before: T | undefined, after: T | undefined): void {
    const values = after === undefined ? [] : this.#valuesOf(after);
    if (before !== undefined)
      for (const value of this.#valuesOf(before)) if (!values.includes(value)) this.#remove(value, key);
    if (after === undefined) return;
    for (const value of values) {
      const objects = this.#byValue.get(value);
      if (objects === undefined) this.#byValue.set(value, new KeyMap([[key, after]]));
      else objects.set(key, after);
    }
  }

  #remove(value: string, key: string): void {
    const objects = this.#byValue.get(value);
    objects?.delete(key);
    if (objects?.size === 0) this.#byValue.delete(value);
  }
}

/** The group in which an object is counted among those of its owner; undefined if it is not counted. */
export interface TallyPlace<G> {
  readonly owner: string;
  readonly name: string;
  /** Describes the group; asked for its first object only. */
  readonly group: () => G;
}

/** A group of objects, and how many there are. */
export interface TallyGroup<G> {
  readonly group: G;
  readonly count: number;
}

/** The numbers of objects of each owner, in groups. */
export interface Tally<G> {
  /** The groups of an owner that have objects. */
  of(owner: string): Iterable<TallyGroup<G>>;
}

/** Counts the objects of each owner in groups, so that nobody has to go through all of them. */
class GroupTally<T, G> implements Tally<G> {
  readonly #placeOf: (object: T) => TallyPlace<G> | undefined;
  readonly #owners = new Map<string, Map<string, { readonly group: G; count: number }>>();

  constructor(placeOf: (object: T) => TallyPlace<G> | undefined) {
    this.#placeOf = placeOf;
  }

  of(owner: string): Iterable<TallyGroup<G>> {
    return this.#owners.get(owner)?.values() ?? [];
  }

  replace(before: T | undefined, after: T | undefined): void {
    if (after !== undefined) this.#add(after);
    if (before !== undefined) this.#remove(before);
  }

  #add(object: T): void {
    const place = this.#placeOf(object);
    if (place === undefined) return;
    const groups = this.#owners.get(place.owner) ?? new Map();
    if (groups.size === 0) this.#owners.set(place.owner, groups);
    const counted = groups.get(place.name);
    if (counted === undefined) groups.set(place.name, { group: place.group(), count: 1 });
    else counted.count++;
  }

  #remove(object: T): void {
    const place = this.#placeOf(object);
    const groups = place && this.#owners.get(place.owner);
    const counted = place && groups?.get(place.name);
    if (place === undefined || groups === undefined || counted === undefined) return;
    if (--counted.count === 0) groups.delete(place.name);
    if (groups.size === 0) this.#owners.delete(place.owner);
  }
}

/**
 * Objects of one resource by key, by uid, by the uid of an owner and by further indexes (client-go Indexer), and those
 * without a controller, in the order of their keys.
 */
export class ObjectIndex<T extends KubeObject = KubeObject> {
  readonly #byKey = new KeyMap<T>();
  readonly #byUid = new Map<string, T>();
  readonly #byOwner = new Index<T>(ownersOf);
  readonly #uncontrolled = new Index<T>(namespaceWithoutController);
  readonly #indexes: ReadonlyMap<string, Index<T>>;
  readonly #all: readonly Index<T>[];
  readonly #tallies = new Map<unknown, GroupTally<T, unknown>>();

  constructor(indexers: Indexers<T> = {}) {
    this.#indexes = new Map(Object.entries(indexers).map(([name, valuesOf]) => [name, new Index(valuesOf)]));
    this.#all = [this.#byOwner, this.#uncontrolled, ...this.#indexes.values()];
  }

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
    return this.#byOwner.at(ownerUid);
  }

  /** The objects that an index has under a value (client-go ByIndex). Throws if there is no such index. */
  byIndex(name: string, value: string): Iterable<T> {
    return this.#index(name).at(value);
  }

  /** Reports whether an index has an object under a value. Throws if there is no such index. */
  isIndexed(name: string, value: string): boolean {
    return this.#index(name).has(value);
  }

  /** The objects of a namespace of which no owner is the controller. */
  uncontrolled(namespace: string): Iterable<T> {
    return this.#uncontrolled.at(namespace);
  }

  /** Counts the objects of each owner in groups, from now on. Who asks with the same function gets the same counts. */
  tally<G>(placeOf: (object: T) => TallyPlace<G> | undefined): Tally<G> {
    const known = this.#tallies.get(placeOf);
    if (known !== undefined) return known as GroupTally<T, G>;
    const tally = new GroupTally(placeOf);
    for (const object of this.#byKey.values()) tally.replace(undefined, object);
    this.#tallies.set(placeOf, tally as GroupTally<T, unknown>);
    return tally;
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
    if (before !== undefined) this.#forgetUid(before);
    this.#byKey.set(key, object);
    const { uid } = object.metadata;
    if (uid !== undefined) this.#byUid.set(uid, object);
    for (const index of this.#all) index.replace(key, before, object);
    for (const tally of this.#tallies.values()) tally.replace(before, object);
    return before;
  }

  delete(key: string): T | undefined {
    const object = this.#byKey.get(key);
    if (object === undefined) return undefined;
    this.#byKey.delete(key);
    this.#forgetUid(object);
    for (const index of this.#all) index.replace(key, object, undefined);
    for (const tally of this.#tallies.values()) tally.replace(object, undefined);
    return object;
  }

  #index(name: string): Index<T> {
    const index = this.#indexes.get(name);
    if (index === undefined) throw new Error(`Index with name ${name} does not exist`);
    return index;
  }

  #forgetUid(object: T): void {
    const { uid } = object.metadata;
    if (uid !== undefined && this.#byUid.get(uid) === object) this.#byUid.delete(uid);
  }
}

const ownersOf = ({ metadata }: KubeObject): readonly string[] => metadata.ownerReferences?.map(({ uid }) => uid) ?? [];

const namespaceWithoutController = (object: KubeObject): readonly string[] =>
  controllerOf(object) === undefined ? [object.metadata.namespace ?? ""] : [];
