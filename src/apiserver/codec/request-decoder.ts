import { newBadRequest, newUnsupportedMediaType } from "../../apimachinery/errors.ts";
import { formatGroupVersion, type GroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { goTypeName } from "../schema/go-type-name.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import { DocumentError, strictDecodingError, type DecodedDocument, type DocumentOptions } from "./document.ts";
import { decodeJsonDocument } from "./json/json-serializer.ts";
import { negotiateInput } from "./negotiation/negotiate-input.ts";
import { mediaTypeNames, nativeMediaTypes } from "./negotiation/media-types.ts";
import { summarizeData } from "./summarize-data.ts";

/** What becomes of unknown and duplicate fields (metav1.FieldValidation*). */
export type FieldValidation = "Strict" | "Warn" | "Ignore";

/** A body of a create or update, and what it should hold. */
export interface RequestBody {
  readonly body: Uint8Array;
  readonly contentType: string | null;
  /** The endpoint's kind: it stands in for what the body leaves out, and the object has to be of it. */
  readonly kind: GroupVersionKind;
  readonly fieldValidation: FieldValidation;
  /** Group versions beside the kind's own that the endpoint takes (RequestScope.AcceptsGroupVersion). */
  readonly accepts?: (groupVersion: GroupVersion) => boolean;
}

export interface DecodedRequest {
  readonly object: KubeObject;
  /** What the body says it is. */
  readonly gvk: GroupVersionKind;
  /** Unknown and duplicate fields, for Warning headers. */
  readonly warnings: readonly string[];
}

/** Reads a body in one media type. */
type DocumentDecoder = (body: Uint8Array, registry: TypeRegistry, options: DocumentOptions) => DecodedDocument;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Media types that bodies of built-in kinds are read in. */
const decoders: Readonly<Record<string, DocumentDecoder>> = {
  "application/json": (body, registry, options) => decodeJsonDocument(utf8.decode(body), registry, options),
};

/** Decodes the body of a create or update of a built-in kind. Throws StatusError: 400, or 415 for a body in a form that is not read. */
export function decodeRequest(registry: TypeRegistry, request: RequestBody): DecodedRequest {
  const decode = decoderFor(request.contentType);
  const document = decodeDocument(decode, registry, request);
  requireKind(registry, document, request);
  if (request.fieldValidation === "Strict" && document.strictErrors.length > 0) throw cannotBeHandled(strictDecodingError(document.strictErrors), document.gvk, request.kind);
  requireGroupVersion(document.gvk, request);
  return { object: document.object, gvk: document.gvk, warnings: document.strictErrors };
}

function decoderFor(contentType: string | null): DocumentDecoder {
  const decode = decoders[negotiateInput(contentType, nativeMediaTypes).mediaType];
  if (!decode) throw newUnsupportedMediaType(mediaTypeNames(nativeMediaTypes));
  return decode;
}

function decodeDocument(decode: DocumentDecoder, registry: TypeRegistry, { body, kind, fieldValidation }: RequestBody): DecodedDocument {
  try {
    return decode(body, registry, { defaults: kind, strict: fieldValidation !== "Ignore" });
  } catch (error) {
    throw error instanceof DocumentError ? transformDecodeError(error, kind, body) : error;
  }
}

/** Words a decoder's error for the client (handlers.transformDecodeError). */
export function transformDecodeError(error: DocumentError, expected: GroupVersionKind, body: Uint8Array): Error {
  if (error.gvk && error.gvk.kind !== "") return cannotBeHandled(error.message, error.gvk, expected);
  return newBadRequest(`the object provided is unrecognized (must be of type ${expected.kind}): ${error.message} (${summarizeData(body, 30)})`);
}

const cannotBeHandled = (message: string, gvk: GroupVersionKind, expected: GroupVersionKind): Error =>
  newBadRequest(`${gvk.kind} in version "${gvk.version}" cannot be handled as a ${expected.kind}: ${message}`);

/** Another kind cannot be made into the endpoint's; another version of it could, and is refused later. */
function requireKind(registry: TypeRegistry, { gvk }: DecodedDocument, { kind }: RequestBody): void {
  if (gvk.kind === kind.kind && gvk.group === kind.group) return;
  const from = goTypeName(registry.schemaOf(gvk)?.name ?? "");
  const to = goTypeName(registry.schemaOf(kind)?.name ?? "");
  if (from !== to || gvk.group !== kind.group) throw cannotBeHandled(`converting (${from}) to (${to}): unknown conversion`, gvk, kind);
}

function requireGroupVersion(gvk: GroupVersionKind, { kind, accepts }: RequestBody): void {
  if ((gvk.group === kind.group && gvk.version === kind.version) || accepts?.(gvk)) return;
  throw newBadRequest(`the API version in the data (${formatGroupVersion(gvk)}) does not match the expected API version (${formatGroupVersion(kind)})`);
}
