import type { KubeObject } from "../../apimachinery/meta.ts";
import {
  createStorage,
  type ResourceStorage,
  type StorageOptions,
} from "../../apiserver/storage/cacher/create-storage.ts";
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

/** Returns the store of the keys with a prefix. */
export const storeOf = ({ store, others }: Pick<OpenedStores, "store" | "others">, prefix: string): Store =>
  others.find(({ roots }) => roots.includes(prefix))?.store ?? store;

/** The storages of a server, one per key prefix. */
export class Storages {
  readonly #stores: OpenedStores;
  readonly #options: Pick<StorageOptions<KubeObject>, "namesCorrupt" | "noteWait">;
  readonly #byPrefix = new Map<string, ResourceStorage<KubeObject>>();

  /** The options are those of every storage. */
  constructor(stores: OpenedStores, options: Pick<StorageOptions<KubeObject>, "namesCorrupt" | "noteWait">) {
    this.#stores = stores;
    this.#options = options;
  }

  /** Opens the storage of a prefix. A storage opened before for the same prefix must be closed. */
  open(prefix: string, codec: StorageCodec<KubeObject>): ResourceStorage<KubeObject> {
    const store = storeOf(this.#stores, prefix);
    const storage = createStorage({ ...this.#options, store, codec, prefix });
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
