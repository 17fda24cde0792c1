import type { BackendObject, TransformedTexts } from "../../apiserver/storage/backend/backend.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { masterLeasesRoot } from "../../kube-apiserver/services/master-leases.ts";
import { allSchemes } from "../../kube-apiserver/storage/all-schemes.ts";
import { openEncryption } from "../encryption/open-encryption.ts";
import { incompleteKey } from "../etcd/etcd-database.ts";
import type { EtcdOptions } from "../etcd/etcd-options.ts";
import { endOfPrefix } from "../etcd/key-layout.ts";
import { openEtcdDatabase } from "../etcd/open-etcd-storage.ts";

/** What only servers that run have in an etcd (kube-apiserver's endpoint and peer reconcilers). */
const leasesOfServers = [masterLeasesRoot, "/registry/peerserverleases/"];

/** The keys of one server's layout in an etcd. */
export interface EtcdEnd {
  /** Reads all objects at one revision, without what only running servers have there. */
  load(): Promise<{ readonly revision: number; readonly objects: readonly BackendObject[] }>;
  /** Returns the names of the leases of API servers that run. */
  servers(): Promise<readonly string[]>;
  /** Whether a key has been written or deleted since a revision. */
  hasChanged(revision: number): Promise<boolean>;
  /** Returns the value of an object; throws if it has none. */
  encode(object: BackendObject): Uint8Array;
  /** Creates a key, and returns its revision. Throws if it is there. */
  create(key: string, value: Uint8Array): Promise<number>;
  /** Deletes a key of a revision. */
  remove(key: string, revision: number): Promise<void>;
  /** Whether there is no key, or only what an interrupted copy has left. */
  content(): Promise<"empty" | "incomplete" | "used">;
  readonly texts: TransformedTexts | undefined;
  close(): void;
}

/** Connects to an etcd, whose values are encrypted as a file says. */
export async function openEtcd(
  options: EtcdOptions,
  encryptionFile: string | undefined,
  report: (message: string) => void,
): Promise<EtcdEnd> {
  const encryption =
    encryptionFile === undefined ? undefined : openEncryption({ file: encryptionFile, reload: false }, report);
  const { client, layout, database, texts } = await openEtcdDatabase(options, {
    opened: encryption,
    schemes: await allSchemes(),
  });
  const { prefix } = layout;
  const all = { key: prefix, end: endOfPrefix(prefix) };
  const keysOf = async (root: string): Promise<readonly string[]> => {
    const key = layout.toEtcd(root);
    const { kvs } = await client.range({ key, end: endOfPrefix(key), keysOnly: true });
    return kvs.map((kv) => kv.key.slice(key.length));
  };
  return {
    texts,
    async load() {
      const { revision, entries } = await database.load();
      const objects = entries.filter(({ key }) => !leasesOfServers.some((root) => key.startsWith(root)));
      return { revision, objects: objects.filter(({ key }) => key !== incompleteKey) };
    },
    servers: async () => (await Promise.all(leasesOfServers.map(keysOf))).flat(),
    async hasChanged(revision) {
      const since = await client.range({ ...all, minModRevision: revision + 1, keysOnly: true });
      const before = await client.range({ ...all, revision, countOnly: true });
      const isLease = (key: string): boolean => leasesOfServers.some((root) => key.startsWith(layout.toEtcd(root)));
      return since.count !== before.count || since.kvs.some(({ key }) => !isLease(key));
    },
    encode: (object) => database.encode(object),
    async create(key, value) {
      const swapped = await database.swap({ key, expected: 0, value });
      if (swapped.revision === undefined)
        throw new ConfigurationError(`${layout.toEtcd(key)} was written by another client while this copy was made`);
      return swapped.revision;
    },
    async remove(key, expected) {
      await database.swap({ key, expected, value: undefined });
    },
    async content() {
      const { count } = await client.range({ ...all, countOnly: true });
      if (count === 0) return "empty";
      return (await client.range({ key: layout.toEtcd(incompleteKey), countOnly: true })).count > 0
        ? "incomplete"
        : "used";
    },
    close() {
      client.close();
      encryption?.close();
    },
  };
}
