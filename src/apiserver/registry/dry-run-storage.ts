import type { KubeObject } from "../../apimachinery/meta.ts";
import { atOnce, type Pace } from "../../component-base/work.ts";
import type { Preconditions, Storage, StorageCodec } from "../storage/interface.ts";
import { checkPreconditions } from "../storage/preconditions.ts";
import { StorageError } from "../storage/storage-error.ts";
import { keyBelowRoot } from "./keys.ts";
import { unstored, type Unstored } from "./unstored.ts";

/** Wraps a storage so that writes return their result without being persisted (registry.DryRunnableStorage). */
export function createDryRunStorage(
  storage: Storage<KubeObject>,
  codec: StorageCodec<KubeObject>,
): Storage<KubeObject> {
  const live = async (key: string, preconditions: Preconditions | undefined) => {
    const stored = await storage.get(key, "");
    await stored?.ready?.("object");
    checkPreconditions(keyBelowRoot(key), preconditions, stored?.object);
    return stored;
  };
  /** Returns what a write of an object would return, with the resourceVersion that the object has. */
  const returned = async (key: string, object: KubeObject, pace: Pace): Promise<Unstored> => {
    const stored = await (storage.stored?.(object, pace) ?? object);
    const versioned = codec.withResourceVersion(stored, object.metadata.resourceVersion ?? "");
    return unstored(codec, key, versioned, pace);
  };
  return {
    get revision() {
      return storage.revision;
    },
    get: (key, resourceVersion) => storage.get(key, resourceVersion),
    list: (prefix, options) => storage.list(prefix, options),
    watch: (prefix, options) => storage.watch(prefix, options),
    newest: (prefix) => storage.newest(prefix),
    peek: (key) => storage.peek(key),
    deleteCorrupt: (key) => storage.deleteCorrupt(key),
    stats: () => storage.stats(),
    async create(key, object, pace = atOnce) {
      if ((await storage.get(key, "")) !== undefined) throw new StorageError({ code: "KeyExists", key });
      return returned(key, object, pace);
    },
    async guaranteedUpdate(key, options, update) {
      const stored = await storage.get(key, "");
      if (stored === undefined && !options.ignoreNotFound) throw new StorageError({ code: "KeyNotFound", key });
      await stored?.ready?.("object");
      checkPreconditions(keyBelowRoot(key), options.preconditions, stored?.object);
      const updated = await update(stored);
      // what would be created keeps the resourceVersion that the client sent
      return returned(key, updated, options.pace ?? atOnce);
    },
    async delete(key, preconditions, validate) {
      const stored = await live(key, preconditions);
      if (stored === undefined) throw new StorageError({ code: "KeyNotFound", key });
      await validate(stored);
      return stored;
    },
  };
}
