import { parseStored } from "../../apiserver/codec/json/typed-codec.ts";
import { createMasterLeaseValues, masterLeasesRoot as root } from "../../kube-apiserver/services/master-leases.ts";
import type { EtcdClient } from "./etcd-client.ts";
import type { EtcdOptions } from "./etcd-options.ts";
import { endOfPrefix, KeyLayout } from "./key-layout.ts";
import { connectTo } from "./open-etcd-storage.ts";

/** How long an address is known after it was last told of (reconcilers.DefaultEndpointReconcilerTTL). */
const ttlSeconds = 15;

interface ServerInfo {
  readonly metadata?: { readonly generation?: number };
  readonly subsets?: readonly { readonly addresses?: readonly { readonly ip?: string }[] }[];
}

/** The leases by which the API servers of an etcd know of each other, as those of kube-apiserver. */
export class EtcdMasterLeases {
  readonly #client: EtcdClient;
  readonly #layout: KeyLayout;
  readonly #values: Awaited<ReturnType<typeof createMasterLeaseValues>>;

  private constructor(options: EtcdOptions, values: Awaited<ReturnType<typeof createMasterLeaseValues>>) {
    this.#client = connectTo(options);
    this.#layout = new KeyLayout(options.prefix);
    this.#values = values;
  }

  static async open(options: EtcdOptions): Promise<EtcdMasterLeases> {
    return new EtcdMasterLeases(options, await createMasterLeaseValues(options.mediaType));
  }

  /** Returns the addresses of all servers that are there. */
  async list(): Promise<readonly string[]> {
    const key = this.#layout.toEtcd(root);
    const { kvs } = await this.#client.range({ key, end: endOfPrefix(key) });
    return kvs.flatMap(({ value }) => this.#infoOf(value).subsets?.[0]?.addresses?.[0]?.ip ?? []);
  }

  /** Begins the time of an address anew. */
  async update(ip: string): Promise<void> {
    const lease = await this.#client.grantLease(ttlSeconds);
    const key = this.#layout.toEtcd(root + ip);
    let live = (await this.#client.range({ key })).kvs[0];
    for (;;) {
      const generation = live === undefined ? 0 : (this.#infoOf(live.value).metadata?.generation ?? 0);
      const info = { metadata: { generation: generation + 1 }, subsets: [{ addresses: [{ ip }] }] };
      const value = this.#values.encode({ key: root + ip, revision: 0, text: JSON.stringify(info).slice(1) });
      const swapped = await this.#client.swap({ key, expected: live?.modRevision ?? 0, value, lease });
      if (swapped.succeeded) return;
      live = swapped.found;
    }
  }

  async remove(ip: string): Promise<void> {
    const key = this.#layout.toEtcd(root + ip);
    for (;;) {
      const [live] = (await this.#client.range({ key })).kvs;
      if (live === undefined) return;
      const { succeeded } = await this.#client.swap({ key, expected: live.modRevision, value: undefined });
      if (succeeded) return;
    }
  }

  close(): void {
    this.#client.close();
  }

  #infoOf(value: Uint8Array): ServerInfo {
    return parseStored(`{${this.#values.decode(root, value, 0)}`) as ServerInfo;
  }
}
