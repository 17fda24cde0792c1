import type { KubeObject } from "../../apimachinery/meta.ts";
import type { StorageCodec, Stored } from "../../apiserver/storage/interface.ts";
import type { SelectorAttributes } from "../../apiserver/storage/selection-predicate.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import { storedTail } from "../handler/custom-resource-codec.ts";

/** How stored objects get into one version. */
export interface ConvertedObjectsOptions {
  readonly apiVersion: string;
  /** Texts in this version. */
  readonly codec: StorageCodec<KubeObject>;
  /** A stored object as it would be had it been stored today, in the version it was stored in. */
  refreshed(stored: KubeObject): KubeObject;
  /** Objects of other versions in this one; asked once for many. */
  convert(objects: readonly KubeObject[]): Promise<readonly KubeObject[]>;
  /** Who converts at present: what another one made is not looked at any more. */
  answerer(): object;
}

type StoredObject = Stored<KubeObject>;
type Seen = MaybeAsync<ConvertedObject>;

/** A stored object in another version; its text is the stored one where the two do not differ. */
export class ConvertedObject implements Stored<KubeObject> {
  readonly key: string;
  readonly revision: number;
  readonly object: KubeObject;
  readonly #stored: StoredObject | undefined;
  readonly #codec: StorageCodec<KubeObject>;
  #text: string | undefined;
  #attributes: SelectorAttributes | undefined;

  constructor(
    codec: StorageCodec<KubeObject>,
    { key, revision }: Pick<StoredObject, "key" | "revision">,
    object: KubeObject,
    unchanged?: StoredObject,
  ) {
    this.key = key;
    this.revision = revision;
    this.object = object;
    this.#codec = codec;
    this.#stored = unchanged;
  }

  get text(): string {
    return (this.#text ??=
      this.#stored === undefined ? this.#codec.encode(this.object) : storedTail(this.#stored.text));
  }

  get attributes(): SelectorAttributes {
    return (this.#attributes ??= this.#codec.attributes(this.object));
  }

  /** The same state as if it had been written at another revision. */
  at(revision: number): ConvertedObject {
    return new ConvertedObject(
      this.#codec,
      { key: this.key, revision },
      this.#codec.withResourceVersion(this.object, String(revision)),
    );
  }
}

/**
 * Stored objects in one version, each converted once while somebody holds it. Promises are made only where somebody has
 * to be asked.
 */
export class ConvertedObjects {
  readonly #options: ConvertedObjectsOptions;
  #known = new WeakMap<StoredObject, Seen>();
  #answerer: object | undefined;

  constructor(options: ConvertedObjectsOptions) {
    this.#options = options;
  }

  /** Nobody has to be asked about the object. */
  isAtHand(stored: StoredObject): boolean {
    return this.#current().has(stored) || this.#ready(stored) !== undefined;
  }

  /** One object as it is seen now: asked for anew, as upstream reads single objects past its cache. */
  fresh(stored: StoredObject): Seen {
    return this.#ready(stored) ?? this.#convert([stored]).then(([seen]) => one(seen));
  }

  /** An object as it would be seen had it been stored like this. */
  async seen(stored: KubeObject): Promise<KubeObject> {
    const { apiVersion, convert, refreshed } = this.#options;
    const object = refreshed(stored);
    return object.apiVersion === apiVersion ? object : one((await convert([object]))[0]);
  }

  /** One object; what a list or a watch has asked for is not asked for again. */
  one(stored: StoredObject): Seen {
    const known = this.#current().get(stored);
    if (known !== undefined) return known;
    return afterwards(this.all([stored]), ([only]) => one(only));
  }

  /** Many objects, those that have to be converted with one question. */
  all(objects: readonly StoredObject[]): MaybeAsync<readonly ConvertedObject[]> {
    const known = this.#current();
    const missing: StoredObject[] = [];
    for (const stored of objects) {
      if (known.has(stored)) continue;
      const ready = this.#ready(stored);
      if (ready === undefined) missing.push(stored);
      else known.set(stored, ready);
    }
    if (missing.length > 0) this.#askFor(missing, known);
    const seen = objects.map((stored) => known.get(stored));
    return seen.every((object) => object instanceof ConvertedObject) ? seen : Promise.all(seen.map(one));
  }

  #current(): WeakMap<StoredObject, Seen> {
    const answerer = this.#options.answerer();
    if (answerer === this.#answerer) return this.#known;
    this.#answerer = answerer;
    return (this.#known = new WeakMap());
  }

  /** The object where nobody has to be asked. */
  #ready(stored: StoredObject): ConvertedObject | undefined {
    const { apiVersion, codec, refreshed } = this.#options;
    const object = refreshed(stored.object);
    if (object.apiVersion !== apiVersion) return undefined;
    return new ConvertedObject(codec, stored, object, object === stored.object ? stored : undefined);
  }

  #askFor(missing: readonly StoredObject[], known: WeakMap<StoredObject, Seen>): void {
    const converted = this.#convert(missing);
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

  async #convert(objects: readonly StoredObject[]): Promise<readonly ConvertedObject[]> {
    const { codec, convert, refreshed } = this.#options;
    const converted = await convert(objects.map(({ object }) => refreshed(object)));
    return objects.map((stored, i) => new ConvertedObject(codec, stored, one(converted[i])));
  }
}

/** As many come back as were asked for. */
function one<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("an object that was to be converted is missing");
  return value;
}
