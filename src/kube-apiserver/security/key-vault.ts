import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { KeyVault } from "../../apiserver/auth/serviceaccount/signing-keys.ts";
import { withResourceVersion } from "../../apiserver/registry/object-meta.ts";
import type { Storage, StorageCodec, Stored } from "../../apiserver/storage/interface.ts";
import { StorageError } from "../../apiserver/storage/storage-error.ts";
import { ignore } from "../../component-base/ignore.ts";

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

/** A vault whose key stays readable when the keys of encryption are rotated. */
export interface RenewedKeyVault extends KeyVault {
  /** Writes the signing key anew if it is stored otherwise than new objects are, as by an older key of encryption. */
  renew(): Promise<void>;
}

const renewalMs = 60_000;

/** Renews the key of a vault now and each minute, until a signal aborts. */
export function keepRenewed(vault: RenewedKeyVault, clock: Pick<Clock, "after">, signal: AbortSignal): void {
  let cancel = ignore;
  const renew = (): void => {
    vault.renew().catch(ignore); // requests that need the key tell what is wrong with it
    cancel = clock.after(renewalMs, renew);
  };
  renew();
  signal.addEventListener("abort", () => cancel(), { once: true });
}

/** Stores the signing key in the store, so that issued tokens remain valid after a restart. */
export function createKeyVault(
  storage: Pick<Storage<KubeObject>, "peek" | "create" | "get" | "guaranteedUpdate">,
): RenewedKeyVault {
  const textOf = (stored: Stored<KubeObject> | undefined): string | undefined => {
    const text = stored?.object["key"];
    return typeof text === "string" ? text : undefined;
  };
  return {
    load: () => textOf(storage.peek(key)),
    async renew() {
      if (storage.peek(key) !== undefined) await storage.guaranteedUpdate(key, {}, ({ object }) => object);
    },
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
