import type { KubeObject } from "../../apimachinery/meta.ts";
import { createStorage, type ResourceStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import type { StorageCodec } from "../../apiserver/storage/interface.ts";
import type { Store } from "../../apiserver/storage/mvcc/store.ts";

/** The store of some resources alone. */
export interface OtherStore {
  /** The prefixes of their keys. */
  readonly roots: readonly string[];
  readonly store: Store;
}

/** The stores of a server. */
export interface OpenedStores {
  readonly store: Store;
  /** Those of resources that are not in it. */
  readonly others: readonly OtherStore[];
  /** Closes all of them. */
  close(): Promise<void>;
}

/** The storages of a server, one per key prefix. */
export class Storages {
  readonly #store: Store;
  readonly #others: readonly OtherStore[];
  readonly #namesCorrupt: boolean;
  readonly #byPrefix = new Map<string, ResourceStorage<KubeObject>>();

  /** `namesCorrupt` tells whether errors name objects that cannot be decoded. */
  constructor({ store, others }: OpenedStores, namesCorrupt: boolean) {
    this.#store = store;
    this.#others = others;
    this.#namesCorrupt = namesCorrupt;
  }

  /** Opens the storage of a prefix. A storage opened before for the same prefix must be closed. */
  open(prefix: string, codec: StorageCodec<KubeObject>): ResourceStorage<KubeObject> {
    const other = this.#others.find(({ roots }) => roots.includes(prefix));
    const storage = createStorage({
      store: other?.store ?? this.#store,
      codec,
      prefix,
      namesCorrupt: this.#namesCorrupt,
    });
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
