import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ListOptions, Storage, Stored, StoredList, WatchOptions } from "../../apiserver/storage/interface.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { TraceRecorder } from "../../component-base/trace.ts";
import { ConvertedObjects, type ConvertedObject, type ConvertedObjectsOptions } from "./converted-objects.ts";
import { convertedEvents } from "./converted-events.ts";

/** How a version of a kind whose definition names a webhook sees what is stored. */
export interface ConvertingViewOptions extends ConvertedObjectsOptions {
  readonly storage: Storage<KubeObject>;
  toStored(object: KubeObject): MaybeAsync<KubeObject>;
  /** The apiVersion of objects that are stored as they are. */
  readonly storedVersion: string;
  /** Aborted when nobody may see the store like this any more: ends the watches. */
  readonly retired: AbortSignal;
}

const everything = { everything: true, id: "", matches: () => true } as const;

/**
 * The storage of a kind in one of its versions, where somebody has to be asked how objects look in it: selectors look
 * at what was answered.
 */
export const createConvertingView = (view: ConvertingViewOptions): Storage<KubeObject> =>
  viewThrough(view, new ConvertedObjects(view), undefined);

function viewThrough(
  view: ConvertingViewOptions,
  objects: ConvertedObjects,
  trace: TraceRecorder | undefined,
): Storage<KubeObject> {
  const { storage } = view;
  /** Looks at objects; where somebody has to be asked about them, as a stage. */
  const seeing = <T>(looked: readonly Stored<KubeObject>[], see: () => MaybeAsync<T>): MaybeAsync<T> =>
    trace === undefined || looked.every((stored) => objects.isAtHand(stored)) ? see() : trace.within("conversion", see);
  const one = (stored: Stored<KubeObject>) => seeing([stored], () => objects.one(stored));
  const toStored = (object: KubeObject): MaybeAsync<KubeObject> =>
    trace === undefined || object.apiVersion === view.storedVersion
      ? view.toStored(object)
      : trace.within("conversion", () => view.toStored(object));
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
      const newest = storage.newest(prefix);
      await seeing(newest, () => objects.all(newest)); // all that a list looks at is converted, be it found or not
      return options.predicate.everything
        ? convertList(objects, await storage.list(prefix, options))
        : listSelected(storage, objects, prefix, options);
    },
    create: async (key, object) => one(await storage.create(key, await toStored(object))),
    async guaranteedUpdate(key, options, update) {
      return one(
        await storage.guaranteedUpdate(key, options, async (live) => toStored(await update(live && (await one(live))))),
      );
    },
    delete: async (key, preconditions, validate) =>
      one(await storage.delete(key, preconditions, async (live) => validate(await one(live)))),
    async stored(object) {
      const stored = await view.toStored(object);
      return stored === object ? object : objects.seen(stored);
    },
    watch: async (prefix, options) =>
      convertedEvents(objects, await storage.watch(prefix, unselected(view.retired, options)), options.predicate),
    newest: () => notAtOnce(),
    peek: () => notAtOnce(),
    stats: () => storage.stats(),
  };
}

/** The server's own decisions are made on what is stored. */
function notAtOnce(): never {
  throw new Error("an object that has to be converted is not there at once");
}

/** What a selector says of an object is known only when it is converted. */
const unselected = (retired: AbortSignal, options: WatchOptions): WatchOptions => ({
  ...options,
  predicate: everything,
  signal: AbortSignal.any([options.signal, retired]),
});

const convertList = async (
  objects: ConvertedObjects,
  list: StoredList<KubeObject>,
): Promise<StoredList<KubeObject>> => ({ ...list, items: await objects.all(list.items) });

/**
 * Reads until as many are found as were asked for, or there are no more. Of what is left, nobody knows how much is
 * selected.
 */
async function listSelected(
  storage: Storage<KubeObject>,
  objects: ConvertedObjects,
  prefix: string,
  options: ListOptions,
): Promise<StoredList<KubeObject>> {
  const items: Stored<KubeObject>[] = [];
  const selected = ({ attributes }: ConvertedObject): boolean => options.predicate.matches(attributes);
  for (let request: ListOptions = { ...options, predicate: everything }; ;) {
    const page = await storage.list(prefix, request);
    items.push(...(await objects.all(page.items)).filter(selected));
    if (page.continue === "" || items.length >= options.limit)
      return { items, revision: page.revision, continue: page.continue };
    request = {
      ...request,
      resourceVersion: "",
      resourceVersionMatch: "",
      continue: page.continue,
      limit: options.limit - items.length,
    };
  }
}
