import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Work } from "../../component-base/work.ts";
import type { TypedCodec } from "./json/typed-codec.ts";

/** The reason why a document could not be decoded, for callers; clients receive the message. */
export type DocumentFailure = "syntax" | "missingKind" | "missingVersion" | "notRegistered" | "value";

/** A document that could not be decoded. `gvk` is the GroupVersionKind found so far, completed with defaults. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
  readonly failure: DocumentFailure;
  readonly gvk: GroupVersionKind | undefined;
  constructor(failure: DocumentFailure, message: string, gvk?: GroupVersionKind, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
    this.gvk = gvk;
  }
}

/** A decoded document with its GroupVersionKind and the errors of strict decoding. */
export interface DecodedDocument {
  readonly object: KubeObject;
  readonly gvk: GroupVersionKind;
  readonly strictErrors: readonly string[];
}

/** Returns upstream's message for errors of strict decoding (runtime.strictDecodingError). */
export const strictDecodingError = (errors: readonly string[]): string => `strict decoding error: ${errors.join(", ")}`;

/** Options for decoding a document. */
export interface DocumentOptions {
  /** Defaults for apiVersion and kind. */
  readonly defaults?: GroupVersionKind | undefined;
  /** Whether to report unknown and duplicate fields. */
  readonly strict: boolean;
  /** Returns the document as quoted in errors, if that is not the decoded text. */
  readonly quoted?: (() => string) | undefined;
  /** The work that decoding is part of, if it may pause. */
  readonly work?: Work | undefined;
  /** The codec for documents of any kind, used if the kind of the path has no Go type. */
  readonly unstructured?: TypedCodec | undefined;
}
