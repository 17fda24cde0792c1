import { messageOf } from "../../apimachinery/message-of.ts";
import type { Backend, BackendState, KeyVersion, TransformedTexts } from "../../apiserver/storage/backend/backend.ts";
import type {
  Follower,
  Found,
  SharedDatabase,
  SharedWrite,
  Swap,
  Swapped,
} from "../../apiserver/storage/shared/shared-database.ts";
import { StorageError } from "../../apiserver/storage/storage-error.ts";
import type { Entry } from "../../apiserver/storage/versioned-table.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { StoredValues } from "../../kube-apiserver/storage/stored-values.ts";
import { compactionKey } from "./compactor.ts";
import type { EtcdClient } from "./etcd-client.ts";
import { EtcdEntry } from "./etcd-entry.ts";
import { EtcdFeed } from "./etcd-feed.ts";
import type { KeyValue, RangeResponse, WatchedEvent } from "./etcd-messages.ts";
import { EtcdProbe } from "./etcd-probe.ts";
import { endOfPrefix, type KeyLayout } from "./key-layout.ts";

/** Runs a call; its failure becomes a StorageError, with what etcd and its client say, as upstream passes it on. */
const asStorageError = <T>(call: Promise<T>): Promise<T> =>
  call.catch((cause: unknown) => {
    throw new StorageError({ code: "Unknown", message: messageOf(cause), mayBeStored: true }, { cause });
  });

/** The key that an etcd has while objects are copied into it. */
export const incompleteKey = "/kubepad/incomplete";

/**
 * How many keys the first call of a load reads; later ones read as many as have about `pageBytes`, since etcd goes
 * through all keys behind a page for each of them.
 */
const firstPage = 500;
const largestPage = 50_000;
const pageBytes = 16 << 20;

/** Returns how many keys the next page should have. */
function nextPage({ kvs }: RangeResponse, limit: number): number {
  const bytes = kvs.reduce((sum, { value }) => sum + value.length, 1);
  return Math.max(firstPage, Math.min(largestPage, limit * 4, Math.floor((kvs.length * pageBytes) / bytes)));
}

/** The most keys that one call reads without their values. */
const pageOfKeys = 10_000;

/** What is asked of etcd, as upstream's metrics name it. */
export type EtcdOperation = "get" | "list" | "create" | "update" | "delete";

/** Is told of a request: of which key, how long it took, and whether it failed. */
export type ObserveRequest = (operation: EtcdOperation, key: string, ms: number, failed: boolean) => void;

export interface EtcdDatabaseOptions {
  readonly client: EtcdClient;
  readonly layout: KeyLayout;
  readonly values: StoredValues;
  /** Whether a key is one of this database; by default, all below the prefix are. */
  readonly owns?: ((key: string) => boolean) | undefined;
  /** Returns the lease of a key that is to end after some time; undefined for any other. */
  readonly leaseOf?: ((key: string) => Promise<bigint> | undefined) | undefined;
  /** Is told the newest value of a key, as it is stored; undefined for one that was deleted. */
  readonly noteNewest?: ((key: string, value: Uint8Array | undefined) => void) | undefined;
  readonly observe?: ObserveRequest | undefined;
}

/** The keys below a prefix of an etcd, as a database that other servers write, too. */
export class EtcdDatabase implements SharedDatabase {
  readonly #client: EtcdClient;
  readonly #layout: KeyLayout;
  readonly #values: StoredValues;
  readonly #owns: (key: string) => boolean;
  readonly #leaseOf: EtcdDatabaseOptions["leaseOf"];
  readonly #noteNewest: EtcdDatabaseOptions["noteNewest"];
  readonly #observe: ObserveRequest | undefined;
  readonly #feeds = new Set<EtcdFeed>();

  constructor({ client, layout, values, owns = () => true, leaseOf, noteNewest, observe }: EtcdDatabaseOptions) {
    this.#client = client;
    this.#layout = layout;
    this.#values = values;
    this.#owns = owns;
    this.#leaseOf = leaseOf;
    this.#noteNewest = noteNewest;
    this.#observe = observe;
  }

  /** Ends what follows it. */
  close(): void {
    for (const feed of this.#feeds) feed.close();
    this.#feeds.clear();
  }

  /** Runs a call, whose failure becomes a StorageError, and tells of it. */
  async #observed<T>(operation: EtcdOperation, key: string, call: Promise<T>): Promise<T> {
    const start = performance.now();
    let failed = true;
    try {
      const answer = await asStorageError(call);
      failed = false;
      return answer;
    } finally {
      this.#observe?.(operation, key, performance.now() - start, failed);
    }
  }

  /** The key that is read to see whether etcd answers. */
  get healthKey(): string {
    return `${this.#layout.prefix}health`;
  }

  encode(entry: Entry, isNew?: boolean): Uint8Array {
    return this.#values.encode(entry, isNew);
  }

  async swap({ key, expected, value }: Swap): Promise<Swapped> {
    const leasing = value === undefined ? undefined : this.#leaseOf?.(key);
    const lease = leasing === undefined ? undefined : await asStorageError(leasing);
    const request = { key: this.#layout.toEtcd(key), expected, value, lease };
    const operation = value === undefined ? "delete" : expected === 0 ? "create" : "update";
    const { succeeded, revision, found } = await this.#observed(operation, key, this.#client.swap(request));
    return succeeded ? { revision } : { found: this.#found(key, revision, found) };
  }

  async read(key: string, known: number): Promise<Found | "same"> {
    const request = { key: this.#layout.toEtcd(key), minModRevision: known === 0 ? 0 : known + 1 };
    const { kvs, count, revision } = await this.#observed("get", key, this.#client.range(request));
    if (count > 0 && kvs.length === 0) return "same";
    return count === 0 && known === 0 ? "same" : this.#found(key, revision, kvs[0]);
  }

  #found(key: string, at: number, kv: KeyValue | undefined): Found {
    return { at, entry: kv && this.#entryOf(key, kv) };
  }

  async newestRevision(): Promise<number> {
    const asking = this.#client.range({ key: this.#layout.prefix, countOnly: true });
    const { revision } = await this.#observed("get", "", asking);
    return revision;
  }

  compact(revision: number): Promise<void> {
    return asStorageError(this.#client.compact(revision));
  }

  follow(after: number, follower: Follower): () => void {
    const feed = new EtcdFeed(
      {
        client: this.#client,
        writeOf: (event) => this.#writeOf(event),
        compactionOf: ({ deleted, kv }) =>
          kv.key === compactionKey && !deleted ? Number(new TextDecoder().decode(kv.value)) : undefined,
        reload: async (reloaded) => {
          const { revision, entries } = await this.load();
          reloaded.restarted(revision, entries);
          return revision;
        },
      },
      after,
      follower,
    );
    this.#feeds.add(feed);
    return () => {
      feed.close();
      this.#feeds.delete(feed);
    };
  }

  #entryOf(key: string, { modRevision, value }: KeyValue): EtcdEntry {
    this.#noteNewest?.(key, value);
    return new EtcdEntry(key, modRevision, value, this.#values);
  }

  #writeOf({ deleted, kv }: WatchedEvent): SharedWrite | undefined {
    const key = this.#layout.fromEtcd(kv.key);
    if (key === undefined || !this.#owns(key)) return undefined;
    if (deleted) this.#noteNewest?.(key, undefined);
    return { key, revision: kv.modRevision, entry: deleted ? null : this.#entryOf(key, kv) };
  }

  /** Reads which keys with a prefix there were at a revision. */
  async *keysAt(prefix: string, revision: number): AsyncIterable<readonly KeyVersion[]> {
    const first = this.#layout.toEtcd(prefix);
    const end = endOfPrefix(first);
    for (let from = first; ;) {
      const reading = this.#client.range({ key: from, end, limit: pageOfKeys, revision, keysOnly: true });
      const { kvs, more } = await this.#observed("list", prefix, reading);
      yield kvs.map((kv) => ({ key: this.#layout.fromEtcd(kv.key) ?? "", revision: kv.modRevision }));
      const last = kvs.at(-1);
      if (!more || last === undefined) return;
      from = `${last.key}\0`;
    }
  }

  /** Reads all keys at one revision, in their order. */
  async load(): Promise<{ readonly revision: number; readonly entries: readonly EtcdEntry[] }> {
    const { prefix } = this.#layout;
    const end = endOfPrefix(prefix);
    const entries: EtcdEntry[] = [];
    let revision = 0;
    for (let [from, limit] = [prefix, firstPage]; ;) {
      const reading = this.#client.range({ key: from, end, limit, revision });
      const page = await this.#observed("list", "", reading);
      if (revision === 0) revision = page.revision;
      for (const kv of page.kvs) {
        const key = this.#layout.fromEtcd(kv.key);
        // a copy, so that one of them does not keep the whole page
        if (key !== undefined && this.#owns(key))
          entries.push(this.#entryOf(key, { ...kv, value: Buffer.from(kv.value) }));
      }
      limit = nextPage(page, limit);
      const last = page.kvs.at(-1);
      if (!page.more || last === undefined) return { revision, entries };
      from = `${last.key}\0`;
    }
  }
}

const incompleteMessage =
  "this etcd has only a part of the objects that `kubepad migrate` was to copy into it: delete them, and copy again";

/** The epochs of a storage that nobody has used before, and of any other. */
const [newEpoch, usedEpoch] = [1, 2];

/** How long the size of the database is waited for. */
const statusTimeoutMs = 1000;

/** Returns what a store begins with. */
export function etcdBackend(database: EtcdDatabase, client: EtcdClient, transformed?: TransformedTexts): Backend {
  const probe = new EtcdProbe(client, database.healthKey);
  return {
    kind: "etcd",
    transformed,
    persistent: true,
    reopens: false,
    async load(): Promise<BackendState> {
      const { revision, entries } = await database.load();
      if (entries.some(({ key }) => key === incompleteKey)) throw new ConfigurationError(incompleteMessage);
      return {
        epoch: entries.length === 0 ? newEpoch : usedEpoch,
        revision,
        compacted: revision,
        objects: entries,
      };
    },
    history: () => ({ batches: async function* () {}, objects: async function* () {} }),
    append: () => Promise.reject(new Error("etcd takes writes one by one")),
    checkpoint: () => Promise.resolve(),
    usage: async () => ({ usage: (await client.status(statusTimeoutMs)).dbSize }),
    health: () => probe.ask(),
    keysAt: (prefix, revision) => database.keysAt(prefix, revision),
    close: async () => {
      database.close();
      client.close();
    },
  };
}
