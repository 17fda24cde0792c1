import type { KubeObject } from "../../apimachinery/meta.ts";
import type { StorageCodec, Stored } from "../../apiserver/storage/interface.ts";
import type { SelectorAttributes } from "../../apiserver/storage/selection-predicate.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import { isLargeObject } from "../../apiserver/storage/large-object.ts";
import { overTurns, type Pace } from "../../component-base/work.ts";
import { storedTail } from "../handler/custom-resource-codec.ts";

/** How stored objects are converted to one version. */
export interface ConvertedObjectsOptions {
  readonly apiVersion: string;
  /** Codec of this version. */
  readonly codec: StorageCodec<KubeObject>;
  /** Returns a stored object pruned and defaulted by its stored version, as if it had been written today. */
  refreshed(stored: KubeObject): KubeObject;
  /** Converts objects of other versions to this one, in one request. */
  convert(objects: readonly KubeObject[], pace: Pace): Promise<readonly KubeObject[]>;
  /** Identity of the current converter: results of another converter are discarded. */
  answerer(): object;
}

type StoredObject = Stored<KubeObject>;
type Seen = MaybeAsync<ConvertedObject>;
/** Large stored objects as `refreshed` returns them, for as long as they are converted. */
type Refreshed = ReadonlyMap<StoredObject, KubeObject>;

const noneRefreshed: Refreshed = new Map();

/** A stored object converted to another version. Its text is the stored text if the two versions are identical. */
export class ConvertedObject implements Stored<KubeObject> {
  readonly key: string;
  readonly revision: number;
  readonly object: KubeObject;
  readonly #stored: StoredObject | undefined;
  readonly #codec: StorageCodec<KubeObject>;
  readonly isLarge: boolean;
  #text: string | undefined;
  #attributes: SelectorAttributes | undefined;
  #encoding: Promise<void> | undefined;

  constructor(
    codec: StorageCodec<KubeObject>,
    { key, revision, isLarge }: Pick<StoredObject, "key" | "revision"> & { readonly isLarge: boolean },
    object: KubeObject,
    unchanged?: StoredObject,
  ) {
    this.key = key;
    this.revision = revision;
    this.isLarge = isLarge;
    this.object = object;
    this.#codec = codec;
    this.#stored = unchanged;
  }

  /** Encodes a large object with pauses. */
  ready(part: "object" | "text"): Promise<void> | undefined {
    if (part === "object" || !this.isLarge || this.#text !== undefined) return undefined;
    const encode = async (): Promise<void> => void (await overTurns(true, () => this.text));
    return (this.#encoding ??= encode().finally(() => (this.#encoding = undefined)));
  }

  get text(): string {
    return (this.#text ??=
      this.#stored === undefined ? this.#codec.encode(this.object) : storedTail(this.#stored.text));
  }

  get attributes(): SelectorAttributes {
    return (this.#attributes ??= this.#codec.attributes(this.object));
  }

  /** Returns the same state at another revision. */
  at(revision: number): ConvertedObject {
    return new ConvertedObject(
      this.#codec,
      { key: this.key, revision, isLarge: this.isLarge },
      this.#codec.withResourceVersion(this.object, String(revision)),
    );
  }
}

/**
 * Converts stored objects to one version and caches each result while the stored object is referenced. Returns a
 * promise only if a converter has to be called.
 */
export class ConvertedObjects {
  readonly #options: ConvertedObjectsOptions;
  #known = new WeakMap<StoredObject, Seen>();
  #answerer: object | undefined;

  constructor(options: ConvertedObjectsOptions) {
    this.#options = options;
  }

  /** Reports whether the object is available without calling a converter. */
  isAtHand(stored: StoredObject): boolean {
    return this.#current().has(stored) || this.#isOfVersion(stored);
  }

  /** Converts an object bypassing the cache, as upstream reads single objects past its watch cache. */
  fresh(stored: StoredObject): Seen {
    return afterwards(
      this.#prepare([stored]),
      (refreshed) => this.#ready(stored, refreshed) ?? this.#convert([stored], refreshed).then(([seen]) => one(seen)),
    );
  }

  /** Converts an object as if it had been stored like this. */
  async seen(stored: KubeObject, pace: Pace): Promise<KubeObject> {
    const { apiVersion, convert, refreshed } = this.#options;
    const object = await pace(() => refreshed(stored));
    return object.apiVersion === apiVersion ? object : one((await convert([object], pace))[0]);
  }

  /** Converts an object, using results cached for a list or watch. */
  one(stored: StoredObject): Seen {
    const known = this.#current().get(stored);
    if (known !== undefined) return known;
    return afterwards(this.all([stored]), ([only]) => one(only));
  }

  /** Converts many objects; those that need the converter go into one request. */
  all(objects: readonly StoredObject[]): MaybeAsync<readonly ConvertedObject[]> {
    return afterwards(this.#prepare(objects), (refreshed) => this.#allReady(objects, refreshed));
  }

  #allReady(objects: readonly StoredObject[], refreshed: Refreshed): MaybeAsync<readonly ConvertedObject[]> {
    const known = this.#current();
    const missing: StoredObject[] = [];
    for (const stored of objects) {
      if (known.has(stored)) continue;
      const ready = this.#ready(stored, refreshed);
      if (ready === undefined) missing.push(stored);
      else known.set(stored, ready);
    }
    if (missing.length > 0) this.#askFor(missing, refreshed, known);
    const seen = objects.map((stored) => known.get(stored));
    return seen.every((object) => object instanceof ConvertedObject) ? seen : Promise.all(seen.map(one));
  }

  #current(): WeakMap<StoredObject, Seen> {
    const answerer = this.#options.answerer();
    if (answerer === this.#answerer) return this.#known;
    this.#answerer = answerer;
    return (this.#known = new WeakMap());
  }

  /** Parses, prunes and defaults large objects that are not known yet, with pauses. */
  #prepare(objects: readonly StoredObject[]): MaybeAsync<Refreshed> {
    const known = this.#current();
    const missing = objects.filter((stored) => isLargeObject(stored) && !known.has(stored));
    return missing.length === 0 ? noneRefreshed : this.#refresh(missing);
  }

  async #refresh(objects: readonly StoredObject[]): Promise<Refreshed> {
    const refreshed = new Map<StoredObject, KubeObject>();
    for (const stored of objects) {
      await stored.ready?.("object");
      refreshed.set(stored, await overTurns(true, () => this.#options.refreshed(stored.object)));
    }
    return refreshed;
  }

  #refreshedOf(stored: StoredObject, refreshed: Refreshed): KubeObject {
    return refreshed.get(stored) ?? this.#options.refreshed(stored.object);
  }

  /** Reports whether no converter is needed for an object. */
  #isOfVersion(stored: StoredObject): boolean {
    const { apiVersion } = this.#options;
    return isLargeObject(stored)
      ? stored.text.startsWith(`"apiVersion":"${apiVersion}",`)
      : stored.object.apiVersion === apiVersion;
  }

  /** Returns the object if no converter is needed, else undefined. */
  #ready(stored: StoredObject, refreshed: Refreshed): ConvertedObject | undefined {
    if (!this.#isOfVersion(stored)) return undefined;
    const object = this.#refreshedOf(stored, refreshed);
    return this.#made(stored, object, object === stored.object ? stored : undefined);
  }

  #made(stored: StoredObject, object: KubeObject, unchanged?: StoredObject): ConvertedObject {
    const { key, revision } = stored;
    return new ConvertedObject(
      this.#options.codec,
      { key, revision, isLarge: isLargeObject(stored) },
      object,
      unchanged,
    );
  }

  #askFor(missing: readonly StoredObject[], refreshed: Refreshed, known: WeakMap<StoredObject, Seen>): void {
    const converted = this.#convert(missing, refreshed);
    for (const [i, stored] of missing.entries())
      known.set(
        stored,
        converted.then((objects) => one(objects[i])),
      );
    converted.then(
      (objects) => missing.forEach((stored, i) => known.set(stored, one(objects[i]))),
      () => missing.forEach((stored) => known.delete(stored)),
    );
  }

  async #convert(objects: readonly StoredObject[], refreshed: Refreshed): Promise<readonly ConvertedObject[]> {
    const pace: Pace = (compute) => overTurns(objects.some(isLargeObject), compute);
    const converted = await this.#options.convert(
      objects.map((stored) => this.#refreshedOf(stored, refreshed)),
      pace,
    );
    return objects.map((stored, i) => this.#made(stored, one(converted[i])));
  }
}

/** Returns the value; throws if it is missing, since a converter returns as many objects as it was given. */
function one<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("an object that was to be converted is missing");
  return value;
}
