import type { Revision } from "./interface.ts";

/** The failures of the store (k8s.io/apiserver storage.StorageError and related errors). */
export type StorageFailure =
  | { readonly code: "KeyExists"; readonly key: string }
  | { readonly code: "KeyNotFound"; readonly key: string }
  /**
   * A precondition did not hold; `message` is upstream's text, e.g. `Precondition failed: UID in precondition: a, UID
   * in object meta: b`.
   */
  | { readonly code: "InvalidObj"; readonly key: string; readonly message: string }
  /**
   * The backend failed, is disconnected, full or closed, and nothing was written. `message` gives the reason and the
   * remedy.
   */
  | { readonly code: "Unreachable"; readonly message: string }
  /**
   * An error of etcd of which nothing is known but its text, as upstream passes it on. Nothing was written, unless
   * `mayBeStored` says that this is not known.
   */
  | { readonly code: "Unknown"; readonly message: string; readonly mayBeStored?: true }
  /**
   * An invalid resourceVersion. `message` is upstream's: strconv's error, preceded by `resourceVersion: Invalid value:
   * "x": ` for an option.
   */
  | { readonly code: "InvalidResourceVersion"; readonly resourceVersion: string; readonly message: string }
  /** A resourceVersion that the store did not reach within the wait time. */
  | {
      readonly code: "TooLargeResourceVersion";
      readonly requested: bigint;
      readonly current: Revision;
      /** True if upstream reads past its cache, which is no reason to try again: a cache would fall behind. */
      readonly isPastCache?: boolean;
    }
  /** The requested revision is compacted. For a continue token, a replacement token is included. */
  | { readonly code: "Expired"; readonly requested: Revision; readonly compacted: Revision; readonly continue?: string }
  /**
   * An invalid continue token, or options that cannot be combined with one. `message` is the complete text for the
   * client.
   */
  | { readonly code: "InvalidContinue"; readonly message: string }
  | CorruptObject
  /** Objects of a list that cannot be decoded; `truncated` if there are more of them. */
  | { readonly code: "CorruptList"; readonly objects: readonly CorruptObject[]; readonly truncated: boolean }
  /** A stored object that cannot be decoded, where such objects are not told apart from other failures. */
  | { readonly code: "Undecodable"; readonly message: string }
  /** The watch cache cannot be filled, for `reason`. */
  | { readonly code: "NotReady"; readonly reason: StorageFailure };

/** A stored object that cannot be decoded, e.g. `object not decodable revision=9: unexpected end of JSON input`. */
export interface CorruptObject {
  readonly code: "CorruptObj";
  readonly key: string;
  readonly message: string;
}

function messageOf(failure: StorageFailure): string {
  if (failure.code === "NotReady") return `storage is (re)initializing: ${messageOf(failure.reason)}`;
  return "message" in failure ? failure.message : failure.code;
}

/** The only error of the storage layer. The registry translates it to a Status. */
export class StorageError extends Error {
  readonly failure: StorageFailure;
  constructor(failure: StorageFailure, options?: ErrorOptions) {
    super(messageOf(failure), options);
    this.name = "StorageError";
    this.failure = failure;
  }
}
