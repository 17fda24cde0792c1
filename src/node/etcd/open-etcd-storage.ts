import { createSharedEngine } from "../../apiserver/storage/shared/shared-engine.ts";
import type { OpenSharedBackend } from "../../kube-apiserver/options.ts";
import { createStoredValues } from "../../kube-apiserver/storage/stored-values.ts";
import { readSettings } from "../read-file.ts";
import { compactEvery } from "./compactor.ts";
import { EtcdClient } from "./etcd-client.ts";
import { etcdBackend, EtcdDatabase } from "./etcd-database.ts";
import type { EtcdOptions } from "./etcd-options.ts";
import { KeyLayout } from "./key-layout.ts";

/** Returns what opens the storage in an etcd. */
export const openEtcdStorage =
  (options: EtcdOptions, report: (message: string) => void): OpenSharedBackend =>
  async (schemes) => {
    const client = new EtcdClient({
      servers: options.servers,
      ca: contentOf(options.caFile),
      cert: contentOf(options.certFile),
      key: contentOf(options.keyFile),
    });
    const values = await createStoredValues(schemes, options.mediaType);
    const database = new EtcdDatabase({ client, values, layout: new KeyLayout(options.prefix) });
    const stop = compactEvery(options.compactionIntervalMs, client, (error) =>
      report(`etcd cannot be compacted: ${error instanceof Error ? error.message : String(error)}`),
    );
    const backend = etcdBackend(database, client);
    const close = (): Promise<void> => {
      stop();
      return backend.close();
    };
    return { backend: { ...backend, close }, engine: createSharedEngine(database) };
  };

const contentOf = (file: string | undefined): Buffer | undefined =>
  file === undefined ? undefined : Buffer.from(readSettings(file));
