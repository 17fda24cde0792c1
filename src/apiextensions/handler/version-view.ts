import type { KubeObject } from "../../apimachinery/meta.ts";
import type {
  Storage,
  StorageCodec,
  Stored,
  StoredList,
  UpdateFunction,
  WatchEvent,
} from "../../apiserver/storage/interface.ts";
import { isLargeObject } from "../../apiserver/storage/large-object.ts";
import type { SelectorAttributes } from "../../apiserver/storage/selection-predicate.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { atOnce, keptObject, overTurns, type Pace } from "../../component-base/work.ts";
import { followSignal } from "../../client/follow-signal.ts";
import { storedTail } from "./custom-resource-codec.ts";

/** Storage view of one version of a kind without a converter. */
export interface VersionViewOptions {
  readonly storage: Storage<KubeObject>;
  /** Codec of this version. */
  readonly codec: StorageCodec<KubeObject>;
  fromStored(stored: KubeObject): KubeObject;
  toStored(object: KubeObject): KubeObject;
  /** Aborted when this view is replaced; ends its watches. */
  readonly retired: AbortSignal;
}

/** A stored object as seen in one version. Its text is the stored text if the two are identical. */
class ViewedObject implements Stored<KubeObject> {
  readonly #stored: Stored<KubeObject>;
  readonly #view: VersionViewOptions;
  readonly #see: (object: KubeObject) => KubeObject;
  #text: string | undefined;
  #preparing: Promise<void> | undefined;

  constructor(stored: Stored<KubeObject>, view: VersionViewOptions, see: (object: KubeObject) => KubeObject) {
    this.#stored = stored;
    this.#view = view;
    this.#see = see;
  }

  get key(): string {
    return this.#stored.key;
  }

  get revision(): number {
    return this.#stored.revision;
  }

  get attributes(): SelectorAttributes {
    return this.#stored.attributes;
  }

  get object(): KubeObject {
    return this.#see(this.#stored.object);
  }

  /** Prunes and encodes a large object with pauses, too. */
  ready(): Promise<void> | undefined {
    if (this.#text !== undefined || !this.isLarge) return undefined;
    return (this.#preparing ??= this.#prepare().finally(() => (this.#preparing = undefined)));
  }

  async #prepare(): Promise<void> {
    await this.#stored.ready?.("object");
    await overTurns(true, () => this.text);
  }

  get isLarge(): boolean {
    return isLargeObject(this.#stored);
  }

  get text(): string {
    if (this.#text !== undefined) return this.#text;
    const { object } = this.#stored;
    const seen = keptObject(() => this.#see(object));
    return (this.#text = seen === object ? storedTail(this.#stored.text) : this.#view.codec.encode(seen));
  }
}

/** Returns the storage of a kind in one of its versions that needs no converter. */
export function createVersionView(view: VersionViewOptions): Storage<KubeObject> {
  const { storage } = view;
  const seen = new WeakMap<Stored<KubeObject>, ViewedObject>();
  const seeObject = rememberedWhileHeld(view.fromStored);
  const see = (stored: Stored<KubeObject>): ViewedObject => {
    const known = seen.get(stored);
    if (known !== undefined) return known;
    const viewed = new ViewedObject(stored, view, seeObject);
    seen.set(stored, viewed);
    return viewed;
  };
  return {
    get revision() {
      return storage.revision;
    },
    get: async (key, resourceVersion) => optional(await storage.get(key, resourceVersion), see),
    list: async (prefix, options) => viewList(await storage.list(prefix, options), see),
    create: async (key, object, pace = atOnce) =>
      see(await storage.create(key, await pace(() => view.toStored(object)), pace)),
    guaranteedUpdate: async (key, options, update) =>
      see(await storage.guaranteedUpdate(key, options, viewUpdate(update, options.pace ?? atOnce, view, see))),
    delete: async (key, preconditions, validate) =>
      see(await storage.delete(key, preconditions, (live) => whenReady(see(live), validate))),
    deleteCorrupt: (key) => storage.deleteCorrupt(key),
    stored: (object, pace = atOnce) => pace(() => view.fromStored(keptObject(() => view.toStored(object)))),
    watch: async (prefix, options) => {
      const stop = followSignal(options.signal, view.retired);
      return viewEvents(await storage.watch(prefix, { ...options, signal: stop.signal }), see, stop);
    },
    newest: (prefix) => storage.newest(prefix).map(see),
    peek: (key) => optional(storage.peek(key), see),
    stats: () => storage.stats(),
  };
}

/** Memoizes a function for as long as its argument is referenced. */
function rememberedWhileHeld(look: (object: KubeObject) => KubeObject): (object: KubeObject) => KubeObject {
  const results = new WeakMap<KubeObject, KubeObject>();
  return (object) => {
    const known = results.get(object);
    if (known !== undefined) return known;
    const result = look(object);
    results.set(object, result);
    return result;
  };
}

type See = (stored: Stored<KubeObject>) => ViewedObject;

const optional = (stored: Stored<KubeObject> | undefined, see: See): ViewedObject | undefined =>
  stored === undefined ? undefined : see(stored);

const viewList = (list: StoredList<KubeObject>, see: See): StoredList<KubeObject> => ({
  ...list,
  items: list.items.map(see),
});

/** Calls a function with an object once that is at hand. */
function whenReady<T>(viewed: ViewedObject, call: (viewed: ViewedObject) => MaybeAsync<T>): MaybeAsync<T> {
  const preparing = viewed.ready();
  return preparing === undefined ? call(viewed) : preparing.then(() => call(viewed));
}

const viewUpdate =
  (update: UpdateFunction<KubeObject>, pace: Pace, view: VersionViewOptions, see: See): UpdateFunction<KubeObject> =>
  async (live) => {
    const updated = await (live === undefined ? update(undefined) : whenReady(see(live), update));
    return pace(() => view.toStored(updated));
  };

/** Yields the events as a version sees them, and aborts `stop` when they end. */
async function* viewEvents(
  batches: AsyncIterable<readonly WatchEvent<KubeObject>[]>,
  see: See,
  stop: AbortController,
): AsyncGenerator<readonly WatchEvent<KubeObject>[]> {
  try {
    for await (const batch of batches)
      yield batch.map((event) => ("stored" in event ? { ...event, stored: see(event.stored) } : event));
  } finally {
    stop.abort();
  }
}
