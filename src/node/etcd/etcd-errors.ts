import { messageOf } from "../../apimachinery/message-of.ts";
import { StorageError } from "../../apiserver/storage/storage-error.ts";

/** Returns the error of the storage for one of a call. Upstream passes on what etcd and its client say. */
export function storageErrorOf(cause: unknown): StorageError {
  const message = messageOf(cause);
  return new StorageError({ code: "Unknown", message, mayBeStored: true }, { cause });
}

export const compactedMessage = "etcdserver: mvcc: required revision has been compacted";

/** Runs a call; its failure becomes a StorageError. */
export const asStorageError = <T>(call: Promise<T>): Promise<T> =>
  call.catch((cause: unknown) => {
    throw storageErrorOf(cause);
  });
