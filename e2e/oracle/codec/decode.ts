import { decodeJson } from "../../../src/apimachinery/json/decode.ts";
import { encodeJson } from "../../../src/apimachinery/json/encode.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../src/apimachinery/gvk.ts";
import type { JsonValue } from "../../../src/apimachinery/json/value.ts";
import { DocumentError, strictDecodingError, type DecodedDocument, type DocumentOptions } from "../../../src/apiserver/codec/document.ts";
import { decodeJsonDocument, decodeUnstructuredDocument } from "../../../src/apiserver/codec/json/json-serializer.ts";
import { parseGroupVersion } from "../../../src/apiserver/codec/json/type-meta.ts";
import { compileCodec } from "../../../src/apiserver/codec/json/typed-codec.ts";
import { unstructuredCodec } from "../../../src/apiserver/codec/json/unstructured-codec.ts";
import { loadBuiltinTypes } from "../../../src/apiserver/schema/builtin/builtin-types.ts";
import type { OracleRecord } from "../record.ts";

const registry = await loadBuiltinTypes();

type JsonMembers = { [name: string]: JsonValue };

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** `v1/Pod`, or `v1/` and `/Pod` where something is missing. */
const gvkText = (gvk: GroupVersionKind): string => `${gvk.version === "" && gvk.group === "" ? "" : formatGroupVersion(gvk)}/${gvk.kind}`;

function gvkOf(text: string): GroupVersionKind {
  const slash = text.lastIndexOf("/");
  return { ...parseGroupVersion(text.slice(0, slash)), kind: text.slice(slash + 1) };
}

function decodedOutcome({ object, gvk, strictErrors }: DecodedDocument, unstructured: boolean): JsonMembers {
  const schema = unstructured ? undefined : registry.schemaOf(gvk);
  const printed = decodeJson((schema ? compileCodec(schema) : unstructuredCodec).encode(object));
  const strict = strictErrors.length > 0 ? { error: strictDecodingError(strictErrors), strictErrors: [...strictErrors] } : {};
  return { gvk: gvkText(gvk), object: printed, ...strict };
}

function failedOutcome(error: DocumentError): JsonMembers {
  const outcome: JsonMembers = { error: error.message };
  if (error.gvk) outcome["gvk"] = gvkText(error.gvk);
  if (error.failure === "missingKind" || error.failure === "missingVersion" || error.failure === "notRegistered") outcome[error.failure] = true;
  return outcome;
}

function outcome(record: OracleRecord, strict: boolean): JsonMembers {
  const unstructured = record["into"] === "unstructured";
  const options: DocumentOptions = { strict, ...(record["defaultKind"] ? { defaults: gvkOf(asText(record["defaultKind"])) } : {}) };
  try {
    const body = asText(record["body"]);
    return decodedOutcome(unstructured ? decodeUnstructuredDocument(body, options) : decodeJsonDocument(body, registry, options), unstructured);
  } catch (error) {
    if (error instanceof DocumentError) return failedOutcome(error);
    throw error;
  }
}

/** Numbers of the record passed JSON.stringify or not: both sides are compared as the decoder reads them, members sorted. */
const canonical = (value: unknown): string => encodeJson(decodeJson(typeof value === "string" ? value : encodeJson(value as JsonValue)));

/** Both decoders, the lenient and the strict one, must find what upstream's find. */
export function check(record: OracleRecord): string | undefined {
  if (record["mediaType"] !== "application/json") return `${asText(record["mediaType"])}: not built`;
  const expect = record.expect as JsonMembers;
  for (const strict of [false, true]) {
    const wanted = canonical((expect["both"] ?? expect[strict ? "strict" : "lenient"] ?? null) as JsonValue);
    const found = canonical(outcome(record, strict));
    if (found !== wanted) return `${strict ? "strict" : "lenient"}: ${found} instead of ${wanted}`;
  }
  return undefined;
}
