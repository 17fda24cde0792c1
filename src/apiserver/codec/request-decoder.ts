import { newBadRequest } from "../../apimachinery/errors.ts";
import { formatGroupVersion, type GroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { goTypeName } from "../schema/go-type-name.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import { DocumentError, strictDecodingError, type DecodedDocument, type DocumentOptions } from "./document.ts";
import type { TypedCodec } from "./json/typed-codec.ts";
import { decodeJsonDocument } from "./json/json-serializer.ts";
import { serializerOf } from "./load-serializers.ts";
import { negotiateInput } from "./negotiation/negotiate-input.ts";
import { nativeMediaTypes, type MediaType } from "./negotiation/media-types.ts";
import { summarizeData } from "./summarize-data.ts";

/** What becomes of unknown and duplicate fields (metav1.FieldValidation*). */
export type FieldValidation = "Strict" | "Warn" | "Ignore";

/** A body of a create or update, and what it should hold. */
export interface RequestBody {
  readonly body: Uint8Array;
  readonly contentType: string | null;
  /** What bodies are read in; those without feature gates unless told. */
  readonly mediaTypes?: readonly MediaType[];
  /** The endpoint's kind: it stands in for what the body leaves out, and the object has to be of it. */
  readonly kind: GroupVersionKind;
  readonly fieldValidation: FieldValidation;
  /** Group versions beside the kind's own that the endpoint takes (RequestScope.AcceptsGroupVersion). */
  readonly accepts?: (groupVersion: GroupVersion) => boolean;
  /** What is said of any body that cannot be decoded, where upstream is at a loss for words. */
  readonly undecodable?: string | undefined;
  /** The codec of a kind without a Go type, which takes bodies of any kind: what they say is for validation. */
  readonly unstructured?: TypedCodec | undefined;
}

export interface DecodedRequest {
  readonly object: KubeObject;
  /** What the body says it is. */
  readonly gvk: GroupVersionKind;
  /** Unknown and duplicate fields, for Warning headers. */
  readonly warnings: readonly string[];
}

/** Reads a body in one media type. */
export type DocumentDecoder = (body: Uint8Array, registry: TypeRegistry, options: DocumentOptions) => DecodedDocument;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

const decodeJsonBody: DocumentDecoder = (body, registry, options) =>
  decodeJsonDocument(utf8.decode(body), registry, options);

const yamlErrors = "yaml: unmarshal errors:\n";

/** What YAML's reader minds comes in one text, and is told line by line (handlers.parseYAMLWarnings). */
const splitYamlWarnings = (problem: string): readonly string[] =>
  problem.startsWith(yamlErrors)
    ? problem
        .slice(yamlErrors.length)
        .split("\n")
        .map((line) => line.trim())
    : [problem];

/**
 * What reads a body in one of the media types; without a header it is in the first of them. Throws the 415 for others.
 */
export const documentDecoder = (contentType: string | null, types: readonly MediaType[]): DocumentDecoder =>
  serializerOf(negotiateInput(contentType, types).mediaType)?.decode ?? decodeJsonBody;

/**
 * Decodes the body of a create or update; its group version is still to be looked at, once its warnings are told.
 * Throws StatusError: 400, or 415 for a body in a form that is not read.
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
  const { body, kind, fieldValidation, unstructured } = request;
  try {
    return decode(body, registry, { defaults: kind, strict: fieldValidation !== "Ignore", unstructured });
  } catch (error) {
    throw error instanceof DocumentError ? inWords(request, transformDecodeError(error, kind, body)) : error;
  }
}

/** Words a decoder's error for the client (handlers.transformDecodeError). */
function transformDecodeError(error: DocumentError, expected: GroupVersionKind, body: Uint8Array): Error {
  if (error.gvk && error.gvk.kind !== "") return cannotBeHandled(error.message, error.gvk, expected);
  return newBadRequest(
    `the object provided is unrecognized (must be of type ${expected.kind}): ${error.message} (${summarizeData(body, 30)})`,
  );
}

const cannotBeHandled = (message: string, gvk: GroupVersionKind, expected: GroupVersionKind): Error =>
  newBadRequest(`${gvk.kind} in version "${gvk.version}" cannot be handled as a ${expected.kind}: ${message}`);

/** Another kind cannot be made into the endpoint's; another version of it could, and is refused later. */
function requireKind(registry: TypeRegistry, { gvk }: DecodedDocument, { kind }: RequestBody): void {
  if (gvk.kind === kind.kind && gvk.group === kind.group) return;
  const from = goTypeName(registry.schemaOf(gvk)?.name ?? "");
  const to = goTypeName(registry.schemaOf(kind)?.name ?? "");
  if (from !== to || gvk.group !== kind.group)
    throw cannotBeHandled(`converting (${from}) to (${to}): unknown conversion`, gvk, kind);
}

/** Refuses what was decoded in a group version that the endpoint does not take. */
export function requireGroupVersion(
  gvk: GroupVersionKind,
  { kind, accepts }: Pick<RequestBody, "kind" | "accepts">,
): void {
  if ((gvk.group === kind.group && gvk.version === kind.version) || accepts?.(gvk)) return;
  throw newBadRequest(
    `the API version in the data (${formatGroupVersion(gvk)}) does not match the expected API version (${formatGroupVersion(kind)})`,
  );
}
