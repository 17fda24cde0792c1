import type { Revision } from "./interface.ts";

/** What can go wrong in the store (k8s.io/apiserver storage.StorageError and the errors beside it). */
export type StorageFailure =
  | { readonly code: "KeyExists"; readonly key: string }
  | { readonly code: "KeyNotFound"; readonly key: string }
  /**
   * A precondition did not hold; `message` is upstream's text, e.g. `Precondition failed: UID in precondition: a, UID
   * in object meta: b`.
   */
  | { readonly code: "InvalidObj"; readonly key: string; readonly message: string }
  /** The backend aborted, is gone, full or closed: nothing was written. `message` says what and what to do. */
  | { readonly code: "Unreachable"; readonly message: string }
  /**
   * A resourceVersion that is no number; `message` is upstream's: strconv's text, after `resourceVersion: Invalid
   * value: "x": ` for an option.
   */
  | { readonly code: "InvalidResourceVersion"; readonly resourceVersion: string; readonly message: string }
  /** A resourceVersion from the future, after waiting for it. */
  | { readonly code: "TooLargeResourceVersion"; readonly requested: bigint; readonly current: Revision }
  /** History up to `compacted` is gone; `requested` was asked for. With a replacement token when it was a continue. */
  | { readonly code: "Expired"; readonly requested: Revision; readonly compacted: Revision; readonly continue?: string }
  /**
   * A continue token that the server did not make, or options that do not go with one; `message` is the whole text for
   * the client.
   */
  | { readonly code: "InvalidContinue"; readonly message: string };

/** The one error of the storage layer; translated to Status once, in the registry. */
export class StorageError extends Error {
  readonly failure: StorageFailure;
  constructor(failure: StorageFailure, options?: ErrorOptions) {
    super("message" in failure ? failure.message : failure.code, options);
    this.name = "StorageError";
    this.failure = failure;
  }
}
