import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TypedCodec } from "./json/typed-codec.ts";

/** Why a document could not be decoded; a caller may look at it, clients see the message. */
export type DocumentFailure = "syntax" | "missingKind" | "missingVersion" | "notRegistered" | "value";

/** A document that is no object of any known kind. `gvk` is what was found out before that, defaults filled in. */
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

/** A decoded document with the kind it says it is, and what a strict decoder minds. */
export interface DecodedDocument {
  readonly object: KubeObject;
  readonly gvk: GroupVersionKind;
  readonly strictErrors: readonly string[];
}

/** Upstream's text where strictness refuses a document (runtime.strictDecodingError). */
export const strictDecodingError = (errors: readonly string[]): string => `strict decoding error: ${errors.join(", ")}`;

/** What a document is decoded with. */
export interface DocumentOptions {
  /** Stands in for what the document leaves out of apiVersion and kind. */
  readonly defaults?: GroupVersionKind | undefined;
  /** Look for unknown and duplicate fields. */
  readonly strict: boolean;
  /** The document as errors quote it, where that is not the text which is decoded. */
  readonly quoted?: (() => string) | undefined;
  /** Decodes the document whatever kind it is of: that of the path has no Go type. */
  readonly unstructured?: TypedCodec | undefined;
}
