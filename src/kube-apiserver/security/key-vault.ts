import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { KeyVault } from "../../apiserver/auth/serviceaccount/signing-keys.ts";
import { withResourceVersion } from "../../apiserver/registry/object-meta.ts";
import type { Storage, StorageCodec, Stored } from "../../apiserver/storage/interface.ts";
import type { Store } from "../../apiserver/storage/mvcc/store.ts";
import { StorageError } from "../../apiserver/storage/storage-error.ts";
import { ignore } from "../../component-base/ignore.ts";
import type { Storages } from "../storage/storages.ts";

/** The key prefix for data that is not accessible through the API. */
export const keyVaultPrefix = "/kubepad/keys/";

const key = `${keyVaultPrefix}service-account`;

const unreadable =
  "the key that signs tokens of service accounts cannot be read from storage: it is damaged, or encrypted by a key that is not there";

/** The codec of the vault, which stores plain JSON. */
export const keyVaultCodec: StorageCodec<KubeObject> = {
  encode: ({ metadata, key: text }) => JSON.stringify({ metadata, key: text }).slice(1),
  decode(text) {
    try {
      return JSON.parse(`{${text}`) as KubeObject; // written by encode
    } catch (cause) {
      throw new Error(unreadable, { cause });
    }
  },
  attributes: ({ metadata }) => ({ labels: {}, fields: { "metadata.name": metadata.name ?? "" } }),
  withResourceVersion,
};

const renewalMs = 60_000;

/**
 * Opens the vault of a store. Where that is encrypted, its key is renewed now and each minute, until a signal aborts.
 */
export function openKeyVault(
  storages: Pick<Storages, "open">,
  { backend }: Pick<Store, "backend">,
  clock: Pick<Clock, "after">,
  signal: AbortSignal,
): KeyVault {
  const storage = storages.open(keyVaultPrefix, keyVaultCodec);
  if (backend.transformed !== undefined) keepRenewed(storage, clock, signal);
  return createKeyVault(storage);
}

type VaultStorage = Storage<KubeObject>;

function keepRenewed(storage: VaultStorage, clock: Pick<Clock, "after">, signal: AbortSignal): void {
  let cancel = ignore;
  const renew = (): void => {
    renewKey(storage).catch(ignore); // requests that need the key tell what is wrong with it
    cancel = clock.after(renewalMs, renew);
  };
  renew();
  signal.addEventListener("abort", () => cancel(), { once: true });
}

/** Writes the key anew if it is stored otherwise than new objects are, as by an older key of encryption. */
async function renewKey(storage: VaultStorage): Promise<void> {
  const stored = storage.peek(key);
  if (stored === undefined) return;
  await storage.guaranteedUpdate(key, { ignoreNotFound: false }, (live) => (live ?? stored).object);
}

/** Stores the signing key in the store, so that issued tokens remain valid after a restart. */
export function createKeyVault(storage: Pick<VaultStorage, "peek" | "create" | "get">): KeyVault {
  const textOf = (stored: Stored<KubeObject> | undefined): string | undefined => {
    const text = stored?.object["key"];
    return typeof text === "string" ? text : undefined;
  };
  return {
    load: () => textOf(storage.peek(key)),
    async save(text) {
      try {
        await storage.create(key, { metadata: { name: "service-account" }, key: text });
        return text;
      } catch (err) {
        if (!(err instanceof StorageError && err.failure.code === "KeyExists")) throw err;
      }
      // another server of the same database has made one, which this one may not have been told of
      return textOf(await storage.get(key, "")) ?? text;
    },
  };
}
