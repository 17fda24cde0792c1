import type { KubeObject } from "../../apimachinery/meta.ts";
import { createStorage, type ResourceStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import type { StorageCodec } from "../../apiserver/storage/interface.ts";
import type { Store } from "../../apiserver/storage/mvcc/store.ts";

/** The storages of a server, one for each prefix of keys. */
export class Storages {
  readonly #store: Store;
  readonly #byPrefix = new Map<string, ResourceStorage<KubeObject>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Opens the part of the store below a prefix; a prefix that was opened before must be closed. */
  open(prefix: string, codec: StorageCodec<KubeObject>): ResourceStorage<KubeObject> {
    const storage = createStorage({ store: this.#store, codec, prefix });
    this.#byPrefix.set(prefix, storage);
    return storage;
  }

  /** The storage that was opened last below a prefix. */
  at(prefix: string): ResourceStorage<KubeObject> | undefined {
    return this.#byPrefix.get(prefix);
  }

  async close(): Promise<void> {
    for (const storage of this.#byPrefix.values()) await storage.close();
  }
}
