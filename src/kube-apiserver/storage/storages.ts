import type { KubeObject } from "../../apimachinery/meta.ts";
import { createStorage, type ResourceStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import type { StorageCodec } from "../../apiserver/storage/interface.ts";
import type { Store } from "../../apiserver/storage/mvcc/store.ts";

/** The storages of a server, one per key prefix. */
export class Storages {
  readonly #store: Store;
  readonly #namesCorrupt: boolean;
  readonly #byPrefix = new Map<string, ResourceStorage<KubeObject>>();

  /** `namesCorrupt` tells whether errors name objects that cannot be decoded. */
  constructor(store: Store, namesCorrupt: boolean) {
    this.#store = store;
    this.#namesCorrupt = namesCorrupt;
  }

  /** Opens the storage of a prefix. A storage opened before for the same prefix must be closed. */
  open(prefix: string, codec: StorageCodec<KubeObject>): ResourceStorage<KubeObject> {
    const storage = createStorage({ store: this.#store, codec, prefix, namesCorrupt: this.#namesCorrupt });
    this.#byPrefix.set(prefix, storage);
    return storage;
  }

  /** Returns the storage that was opened last for a prefix. */
  at(prefix: string): ResourceStorage<KubeObject> | undefined {
    return this.#byPrefix.get(prefix);
  }

  async close(): Promise<void> {
    for (const storage of this.#byPrefix.values()) await storage.close();
  }
}
