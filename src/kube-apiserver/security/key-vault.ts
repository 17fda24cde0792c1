import type { KubeObject } from "../../apimachinery/meta.ts";
import type { KeyVault } from "../../apiserver/auth/serviceaccount/signing-keys.ts";
import { withResourceVersion } from "../../apiserver/registry/object-meta.ts";
import type { Storage, StorageCodec, Stored } from "../../apiserver/storage/interface.ts";
import { StorageError } from "../../apiserver/storage/storage-error.ts";

/** The key prefix for data that is not accessible through the API. */
export const keyVaultPrefix = "/kubepad/keys/";

const key = `${keyVaultPrefix}service-account`;

/** The codec of the vault, which stores plain JSON. */
export const keyVaultCodec: StorageCodec<KubeObject> = {
  encode: ({ metadata, key: text }) => JSON.stringify({ metadata, key: text }).slice(1),
  decode: (text) => JSON.parse(`{${text}`) as KubeObject, // written by encode
  attributes: ({ metadata }) => ({ labels: {}, fields: { "metadata.name": metadata.name ?? "" } }),
  withResourceVersion,
};

/** Stores the signing key in the store, so that issued tokens remain valid after a restart. */
export function createKeyVault(storage: Pick<Storage<KubeObject>, "peek" | "create" | "get">): KeyVault {
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
