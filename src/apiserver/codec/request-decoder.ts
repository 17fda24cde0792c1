import { decodeUtf8 } from "../../apimachinery/utf8.ts";
import { newBadRequest } from "../../apimachinery/errors.ts";
import { formatGroupVersion, type GroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Work } from "../../component-base/work.ts";
import { unknownConversion } from "./unknown-conversion.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import { DocumentError, strictDecodingError, type DecodedDocument, type DocumentOptions } from "./document.ts";
import type { TypedCodec } from "./json/typed-codec.ts";
import { decodeJsonDocument } from "./json/json-serializer.ts";
import { serializerOf } from "./load-serializers.ts";
import { negotiateInput } from "./negotiation/negotiate-input.ts";
import { nativeMediaTypes, type MediaType } from "./negotiation/media-types.ts";

/** How unknown and duplicate fields are handled (metav1.FieldValidation*). */
export type FieldValidation = "Strict" | "Warn" | "Ignore";

/** The body of a create or update and the expectations of its endpoint. */
export interface RequestBody {
  readonly body: Uint8Array;
  readonly contentType: string | null;
  /** The accepted media types; by default those without feature gates. */
  readonly mediaTypes?: readonly MediaType[];
  /** The kind of the endpoint. It is the default for the body, and the object must be of this kind. */
  readonly kind: GroupVersionKind;
  readonly fieldValidation: FieldValidation;
  /** Reports whether the endpoint accepts another group version (RequestScope.AcceptsGroupVersion). */
  readonly accepts?: (groupVersion: GroupVersion) => boolean;
  /** The error for every body that cannot be decoded, where upstream has no specific message. */
  readonly undecodable?: string | undefined;
  /** The work that decoding is part of, if it may pause. */
  readonly work?: Work | undefined;
  /** The codec of a kind without a Go type. It accepts bodies of any kind, which validation checks later. */
  readonly unstructured?: TypedCodec | undefined;
}

export interface DecodedRequest {
  readonly object: KubeObject;
  /** The GroupVersionKind of the body. */
  readonly gvk: GroupVersionKind;
  /** Unknown and duplicate fields, for Warning headers. */
  readonly warnings: readonly string[];
}

/** Decodes a body of one media type. */
export type DocumentDecoder = (body: Uint8Array, registry: TypeRegistry, options: DocumentOptions) => DecodedDocument;

const decodeJsonBody: DocumentDecoder = (body, registry, options) =>
  decodeJsonDocument(decodeUtf8(body), registry, options);

const yamlErrors = "yaml: unmarshal errors:\n";

/** Splits the combined warning text of the YAML decoder into lines (handlers.parseYAMLWarnings). */
const splitYamlWarnings = (problem: string): readonly string[] =>
  problem.startsWith(yamlErrors)
    ? problem
        .slice(yamlErrors.length)
        .split("\n")
        .map((line) => line.trim())
    : [problem];

/**
 * Returns the decoder for a Content-Type, by default the first of the media types. Throws a 415 for unsupported types.
 */
export const documentDecoder = (contentType: string | null, types: readonly MediaType[]): DocumentDecoder =>
  serializerOf(negotiateInput(contentType, types).mediaType)?.decode ?? decodeJsonBody;

/**
 * Decodes the body of a create or update. The caller must check the group version after sending the warnings. Throws
 * StatusError: 400, or 415 for an unsupported media type.
 */
export function decodeRequest(registry: TypeRegistry, request: RequestBody): DecodedRequest {
  const decode = documentDecoder(request.contentType, request.mediaTypes ?? nativeMediaTypes);
  const document = decodeDocument(decode, registry, request);
  if (request.unstructured === undefined) requireKind(registry, document, request);
  if (request.fieldValidation === "Strict" && document.strictErrors.length > 0) {
    throw inWords(request, cannotBeHandled(strictDecodingError(document.strictErrors), document.gvk, request.kind));
  }
  return { object: document.object, gvk: document.gvk, warnings: document.strictErrors.flatMap(splitYamlWarnings) };
}

const inWords = ({ undecodable }: RequestBody, error: Error): Error =>
  undecodable === undefined ? error : newBadRequest(undecodable);

function decodeDocument(decode: DocumentDecoder, registry: TypeRegistry, request: RequestBody): DecodedDocument {
  const { body, kind, fieldValidation, unstructured, work } = request;
  try {
    return decode(body, registry, { defaults: kind, strict: fieldValidation !== "Ignore", unstructured, work });
  } catch (error) {
    throw error instanceof DocumentError ? inWords(request, transformDecodeError(error, kind, body)) : error;
  }
}

/** Converts a decoding error to the error for the client (handlers.transformDecodeError). */
function transformDecodeError(error: DocumentError, expected: GroupVersionKind, body: Uint8Array): Error {
  if (error.gvk && error.gvk.kind !== "") return cannotBeHandled(error.message, error.gvk, expected);
  return newBadRequest(
    `the object provided is unrecognized (must be of type ${expected.kind}): ${error.message} (${summarizeData(body, 30)})`,
  );
}

/** Returns the error for a body of another kind than expected, or one that cannot become an object of it. */
export const cannotBeHandled = (message: string, gvk: GroupVersionKind, expected: GroupVersionKind): Error =>
  newBadRequest(`${gvk.kind} in version "${gvk.version}" cannot be handled as a ${expected.kind}: ${message}`);

/** Throws if the body is of another kind than the endpoint's. Another version of the kind is rejected later. */
function requireKind(registry: TypeRegistry, { gvk }: DecodedDocument, request: RequestBody): void {
  const { kind } = request;
  if (gvk.kind === kind.kind && gvk.group === kind.group) return;
  const problem = unknownConversion(registry, gvk, kind);
  if (problem !== undefined) throw inWords(request, cannotBeHandled(problem, gvk, kind));
}

/** Throws if the endpoint does not accept the group version of the body. */
export function requireGroupVersion(
  gvk: GroupVersionKind,
  { kind, accepts }: Pick<RequestBody, "kind" | "accepts">,
): void {
  if ((gvk.group === kind.group && gvk.version === kind.version) || accepts?.(gvk)) return;
  throw newBadRequest(
    `the API version in the data (${formatGroupVersion(gvk)}) does not match the expected API version (${formatGroupVersion(kind)})`,
  );
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Summarizes a body for errors: as text if it looks like an object, otherwise in hex, cut after `maxLength` bytes
 * (handlers.summarizeData).
 */
function summarizeData(data: Uint8Array, maxLength: number): string {
  if (data.length === 0) return "<empty>";
  const start = data.subarray(0, maxLength);
  const text = data[0] === 0x7b ? decodeUtf8(start) : hex(start);
  return data.length > maxLength ? `${text} ...` : text;
}
