import { messageOf } from "../../apimachinery/message-of.ts";
import type { TransformedTexts } from "../../apiserver/storage/backend/backend.ts";
import { createSharedEngine } from "../../apiserver/storage/shared/shared-engine.ts";
import { createResourceOfKey } from "../../kube-apiserver/encryption/resource-of-key.ts";
import type { ObserveStorageRequest, StorageObserver } from "../../apiserver/storage/storage-request.ts";
import type { OpenSharedBackend, SharedBackend } from "../../kube-apiserver/options.ts";
import { rootOfResource } from "../../kube-apiserver/storage/root-of-resource.ts";
import type { StoredSchemes } from "../../kube-apiserver/storage/stored-schemes.ts";
import { createStoredValues } from "../../kube-apiserver/storage/stored-values.ts";
import { encryptedValues } from "../encryption/encrypted-values.ts";
import type { OpenedEncryption } from "../encryption/open-encryption.ts";
import { headerOfValue } from "../encryption/stored-value.ts";
import { ValueEncryption } from "../encryption/value-encryption.ts";
import { readConfigurationFile } from "../read-file.ts";
import { compactEvery } from "./compactor.ts";
import { EtcdClient } from "./etcd-client.ts";
import { etcdBackend, EtcdDatabase, type ObserveRequest } from "./etcd-database.ts";
import type { EtcdOptions } from "./etcd-options.ts";
import { KeyLayout } from "./key-layout.ts";
import { defaultLeaseSharing, LeaseManager } from "./lease-manager.ts";

/** Returns what opens the storage in an etcd, and in others for some resources. Closing it closes the encryption. */
export const openEtcdStorage =
  (options: EtcdOptions, opened: OpenedEncryption | undefined, report: (message: string) => void): OpenSharedBackend =>
  async (schemes, observe) => {
    const overrides = options.overrides.map(({ servers, resources }) => ({
      servers,
      roots: resources.map(rootOfResource),
    }));
    const elsewhere = overrides.flatMap(({ roots }) => roots);
    const isBelow = (roots: readonly string[], key: string): boolean => roots.some((root) => key.startsWith(root));
    const open = (servers: readonly string[], owns: (key: string) => boolean): Promise<SharedBackend> =>
      openBackend({ ...options, servers }, { opened, schemes, owns, observe }, report);
    const { backend, engine } = await open(options.servers, (key) => !isBelow(elsewhere, key));
    const others = await Promise.all(
      overrides.map(async ({ servers, roots }) => ({ roots, ...(await open(servers, (key) => isBelow(roots, key))) })),
    );
    const close = (): Promise<void> => {
      opened?.close();
      return backend.close();
    };
    return { backend: { ...backend, close }, engine, others };
  };

/** Opens the keys of one etcd, and compacts it. */
async function openBackend(
  options: EtcdOptions,
  keys: EtcdKeys,
  report: (message: string) => void,
): Promise<SharedBackend> {
  const { client, database, texts } = await openEtcdDatabase(options, keys);
  const stop = compactEvery(options.compactionIntervalMs, client, (error) =>
    report(`etcd cannot be compacted: ${messageOf(error)}`),
  );
  const backend = etcdBackend(database, client, texts);
  const close = (): Promise<void> => {
    stop();
    return backend.close();
  };
  return { backend: { ...backend, close }, engine: createSharedEngine(database) };
}

/** Which keys of an etcd are read and written, and how. */
interface EtcdKeys {
  readonly opened: OpenedEncryption | undefined;
  readonly schemes: StoredSchemes;
  /** Whether a key is one of this etcd; by default, all are. */
  readonly owns?: ((key: string) => boolean) | undefined;
  readonly observe?: StorageObserver | undefined;
}

/** The prefix of the keys of events, which end after `--event-ttl`. */
const eventsRoot = "/registry/events/";

/** The keys of an etcd below a prefix. */
export interface OpenedEtcd {
  readonly client: EtcdClient;
  readonly layout: KeyLayout;
  readonly database: EtcdDatabase;
  /** What tells of values that cannot be decrypted; undefined if none are encrypted. */
  readonly texts: TransformedTexts | undefined;
}

/** Opens the keys of an etcd whose values are those of schemes. */
export async function openEtcdDatabase(
  options: EtcdOptions,
  { opened, schemes, owns, observe }: EtcdKeys,
): Promise<OpenedEtcd> {
  const client = connectTo(options);
  const layout = new KeyLayout(options.prefix);
  const plain = await createStoredValues(schemes, options.mediaType);
  const encryption = opened && encryptionIn(layout, opened);
  const leases = new LeaseManager({
    ...defaultLeaseSharing,
    reuseSeconds: options.leaseReuseSeconds,
    grant: (seconds) => client.grantLease(seconds),
    now: () => performance.now(),
    leased: observe?.leased,
  });
  const database = new EtcdDatabase({
    client,
    layout,
    values: encryption === undefined ? plain : encryptedValues(plain, encryption),
    observe: observe && observeByResource(observe.request),
    owns,
    leaseOf: (key) =>
      key.startsWith(eventsRoot) && options.eventTtlSeconds > 0 ? leases.leaseFor(options.eventTtlSeconds) : undefined,
    noteNewest: encryption && ((key, value) => encryption.note(key, value === undefined ? "" : headerOfValue(value))),
  });
  return { client, layout, database, texts: encryption };
}

/** Connects to an etcd. Files of certificates that are replaced are read again for new connections. */
export const connectTo = ({ servers, caFile, certFile, keyFile }: EtcdOptions): EtcdClient =>
  new EtcdClient({
    servers,
    certificates: () => ({ ca: contentOf(caFile), cert: contentOf(certFile), key: contentOf(keyFile) }),
  });

/** Returns what encrypts the values of an etcd. They are bound to their keys there, as those of kube-apiserver. */
export const encryptionIn = (layout: KeyLayout, opened: OpenedEncryption): ValueEncryption =>
  new ValueEncryption({
    get transformers() {
      return opened.transformers;
    },
    resourceOf: createResourceOfKey(),
    contextOf: (key) => new TextEncoder().encode(layout.toEtcd(key)),
    observe: opened.observe,
  });

/** Tells of requests by the resources of their keys. */
function observeByResource(observe: ObserveStorageRequest): ObserveRequest {
  const resourceOf = createResourceOfKey();
  return (operation, key, ms, failed) => {
    const { group, resource } = (key === "" ? undefined : resourceOf(key)) ?? { group: "", resource: "" };
    observe({ operation, group, resource }, ms, failed);
  };
}

const contentOf = (file: string | undefined): Buffer | undefined =>
  file === undefined ? undefined : Buffer.from(readConfigurationFile(file));
