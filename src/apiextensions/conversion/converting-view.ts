import { pushAll } from "../../apimachinery/long-lists.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ListOptions, Storage, Stored, StoredList } from "../../apiserver/storage/interface.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { atOnce, type Pace } from "../../component-base/work.ts";
import type { TraceRecorder } from "../../component-base/trace.ts";
import { ConvertedObjects, type ConvertedObject, type ConvertedObjectsOptions } from "./converted-objects.ts";
import { convertedEvents } from "./converted-events.ts";
import { followSignal } from "../../client/follow-signal.ts";
import { everything } from "../../apiserver/storage/selection-predicate.ts";

/** Storage view of one version of a kind with a conversion webhook. */
export interface ConvertingViewOptions extends ConvertedObjectsOptions {
  readonly storage: Storage<KubeObject>;
  toStored(object: KubeObject, pace: Pace): MaybeAsync<KubeObject>;
  /** The storage version: objects of this apiVersion are stored without conversion. */
  readonly storedVersion: string;
  /** The prefix of the keys of all objects of the kind. */
  readonly root: string;
  /** Aborted when this view is replaced; ends its watches. */
  readonly retired: AbortSignal;
}

/**
 * Returns the storage of a kind in one of its versions where reads need a converter. Selectors match the converted
 * objects.
 */
export const createConvertingView = (view: ConvertingViewOptions): Storage<KubeObject> =>
  viewThrough(view, new ConvertedObjects(view), undefined);

function viewThrough(
  view: ConvertingViewOptions,
  objects: ConvertedObjects,
  trace: TraceRecorder | undefined,
): Storage<KubeObject> {
  const { storage } = view;
  /** Converts objects, traced as a stage if a converter has to be called. */
  const seeing = <T>(looked: readonly Stored<KubeObject>[], see: () => MaybeAsync<T>): MaybeAsync<T> =>
    trace === undefined || looked.every((stored) => objects.isAtHand(stored)) ? see() : trace.within("conversion", see);
  const one = (stored: Stored<KubeObject>) => seeing([stored], () => objects.one(stored));
  const toStored = (object: KubeObject, pace: Pace): MaybeAsync<KubeObject> =>
    trace === undefined || object.apiVersion === view.storedVersion
      ? view.toStored(object, pace)
      : trace.within("conversion", () => view.toStored(object, pace));
  /**
   * Returns a live object as it is seen, once it can be converted to the storage version: upstream encodes what its
   * watch cache has of it before a write, if all objects could be converted for that cache (etcd3.store
   * getStateFromObject).
   */
  const live = async (stored: Stored<KubeObject>, pace: Pace): Promise<ConvertedObject> => {
    const seen = await one(stored);
    const isOfAnotherVersion = stored.object.apiVersion !== view.storedVersion;
    if (isOfAnotherVersion && storage.newest(view.root).every((other) => objects.isAtHand(other)))
      await toStored(seen.object, pace);
    return seen;
  };
  return {
    traced: (recorder) => viewThrough(view, objects, recorder),
    get revision() {
      return storage.revision;
    },
    async get(key, resourceVersion) {
      const stored = await storage.get(key, resourceVersion);
      return stored && seeing([stored], () => objects.fresh(stored));
    },
    async list(prefix, options) {
      const request = { ...options, predicate: everything };
      const first = await storage.list(prefix, request); // refuses options before anything is converted
      const newest = storage.newest(prefix);
      await seeing(newest, () => objects.all(newest)); // a list converts all it reads, matching or not
      return options.predicate.everything
        ? convertList(objects, first)
        : listSelected(storage, objects, prefix, options, first);
    },
    create: async (key, object, pace = atOnce) => one(await storage.create(key, await toStored(object, pace), pace)),
    async guaranteedUpdate(key, options, update) {
      const { pace = atOnce } = options;
      return one(
        await storage.guaranteedUpdate(key, options, async (stored) =>
          toStored(await update(stored && (await live(stored, pace))), pace),
        ),
      );
    },
    delete: async (key, preconditions, validate) =>
      one(await storage.delete(key, preconditions, async (stored) => validate(await live(stored, atOnce)))),
    deleteCorrupt: (key) => storage.deleteCorrupt(key),
    stored: async (object, pace = atOnce) => objects.seen(await view.toStored(object, pace), pace),
    watch: async (prefix, options) => {
      const stop = followSignal(options.signal, view.retired);
      // without the selector, which can only match converted objects
      const batches = await storage.watch(prefix, { ...options, predicate: everything, signal: stop.signal });
      return convertedEvents(objects, batches, options.predicate, stop);
    },
    newest: () => notAtOnce(),
    peek: () => notAtOnce(),
    stats: () => storage.stats(),
  };
}

/** Throws: the server's own reads use the stored form and never reach this view. */
function notAtOnce(): never {
  throw new Error("an object that has to be converted is not there at once");
}

const convertList = async (
  objects: ConvertedObjects,
  list: StoredList<KubeObject>,
): Promise<StoredList<KubeObject>> => ({ ...list, items: await objects.all(list.items) });

/**
 * Reads pages until the limit is reached or none are left. The remaining item count is unknown, since a selector may
 * reject remaining objects.
 */
async function listSelected(
  storage: Storage<KubeObject>,
  objects: ConvertedObjects,
  prefix: string,
  options: ListOptions,
  first: StoredList<KubeObject>,
): Promise<StoredList<KubeObject>> {
  const items: Stored<KubeObject>[] = [];
  const selected = ({ attributes }: ConvertedObject): boolean => options.predicate.matches(attributes);
  for (let page = first; ;) {
    pushAll(items, (await objects.all(page.items)).filter(selected));
    if (page.continue === "" || items.length >= options.limit)
      return { items, revision: page.revision, continue: page.continue };
    page = await storage.list(prefix, {
      ...options,
      predicate: everything,
      resourceVersion: "",
      resourceVersionMatch: "",
      continue: page.continue,
      limit: options.limit - items.length,
    });
  }
}
