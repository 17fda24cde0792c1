import type { Revision, Storage, StorageCodec } from "../interface.ts";
import { rangeOf } from "../key-range.ts";
import type { PreconditionTarget } from "../preconditions.ts";
import { ResourceReader } from "../resource-reader.ts";
import { ResourceWriter } from "../resource-writer.ts";
import { StoredObject, type StoredContext } from "../stored-object.ts";
import type { Entry, VersionedStore } from "../versioned-table.ts";
import { Cacher } from "./cacher.ts";
import { Freshness } from "../freshness.ts";
import type { ObserveReadWait } from "../storage-request.ts";
import { LoadedObjects } from "../loaded-objects.ts";
import { SelectorIndexes } from "../selector-indexes.ts";
import type { WatcherLimits } from "./watcher.ts";

/** A storage that can be closed, e.g. when the definition of a custom resource is deleted. */
export interface ResourceStorage<T> extends Storage<T> {
  /** The revision of the newest committed change of this resource, or the revision at which the storage was opened. */
  readonly changedRevision: Revision;
  /** The number of changes since the storage was opened. */
  readonly changes: number;
  /** The number of watches that were ended since their readers are too slow. */
  readonly terminated: number;
  /** The number of events that watches began with. */
  readonly initialEvents: number;
  /** Returns the newest versions, decoded or not, in the order of their keys, with the revision of this state. */
  versions(): { readonly revision: Revision; readonly entries: readonly Pick<Entry, "key" | "revision">[] };
  /** Ends all watches and releases the keys to the store. */
  close(): Promise<void>;
}

export interface StorageOptions<T> {
  readonly store: VersionedStore;
  readonly codec: StorageCodec<T>;
  /** The key prefix of the resource, e.g. `/registry/configmaps/`. Each storage has its own prefix. */
  readonly prefix: string;
  /** Whether errors name objects that cannot be decoded (the feature gate AllowUnsafeMalformedObjectDeletion). */
  readonly namesCorrupt?: boolean | undefined;
  readonly watcherLimits?: Partial<WatcherLimits> | undefined;
  /** Called after a read had to wait for a state that is new enough. */
  readonly noteWait?: ObserveReadWait | undefined;
}

/** Creates the storage of one resource: reads and writes on its table of the store, and its watch cache. */
export function createStorage<T extends PreconditionTarget>({
  store,
  codec,
  prefix,
  namesCorrupt = false,
  watcherLimits,
  noteWait,
}: StorageOptions<T>): ResourceStorage<T> {
  const context: StoredContext<T> = {
    codec,
    cache: store.cache,
    namesCorrupt,
    transformed: store.backend.transformed,
    noteCorrupt: (corrupt, stored) => store.noteCorrupt(corrupt, stored),
  };
  const made: string[] = [];
  const table = store.claim(prefix, (data) => {
    const { key, revision } = data;
    // a version of the server that this one is a fork of
    if (data instanceof StoredObject && data.isCheckedBesides(context))
      return new StoredObject(context, key, revision, data);
    made.push(key);
    return new StoredObject(context, key, revision, data, unchecked);
  });
  const loaded = new LoadedObjects(table, store.clock, made);
  const indexes = new SelectorIndexes(table, store.clock);
  const freshness = new Freshness(table, store.clock, (ms) => noteWait?.(prefix, ms));
  const read = { table, loaded, freshness, clock: store.clock };
  const reader = new ResourceReader({ ...read, indexes });
  const writer = new ResourceWriter(table, context);
  const cacher = new Cacher({
    ...read,
    limits: watcherLimits,
    fanOut: store.fanOut,
    noteWatchers: (delta) => store.noteWatchers(delta),
  });
  return {
    get revision() {
      return table.revision;
    },
    get changedRevision() {
      return table.changedRevision;
    },
    get changes() {
      return cacher.changes;
    },
    get terminated() {
      return cacher.terminated;
    },
    get initialEvents() {
      return cacher.initialEvents;
    },
    get: (key, resourceVersion) => reader.get(key, resourceVersion),
    list: (under, options) => reader.list(under, options),
    create: (key, object, pace) => writer.create(key, object, pace),
    guaranteedUpdate: (key, options, update) => writer.guaranteedUpdate(key, options, update),
    delete: (key, preconditions, validate) => writer.delete(key, preconditions, validate),
    deleteCorrupt: (key) => writer.deleteCorrupt(key),
    watch: (under, options) => cacher.watch(under, options),
    ...(codec.readBack && { stored: (object) => codec.readBack?.(object) ?? object }),
    newest: (under) => sound(table.range(rangeOf(under), 0)),
    peek: (key) => soundOrNone(table.get(key)),
    versions: () => ({ revision: table.revision, entries: table.range(rangeOf(prefix), 0) }),
    stats: () => table.stats(),
    close() {
      cacher.close();
      indexes.close();
      return store.release(prefix);
    },
  };
}

const unchecked = { unchecked: true };

const isSound = <T>({ corrupt }: StoredObject<T>): boolean => corrupt === undefined;

/** Leaves out the objects that cannot be decoded. */
const sound = <T>(all: readonly StoredObject<T>[]): readonly StoredObject<T>[] =>
  all.every(isSound) ? all : all.filter(isSound);

const soundOrNone = <T>(stored: StoredObject<T> | undefined): StoredObject<T> | undefined =>
  stored?.corrupt === undefined ? stored : undefined;
