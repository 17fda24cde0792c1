import { decodeJson } from "../../../src/apimachinery/json/decode.ts";
import { encodeJson, encodeNumber, sortedKeys } from "../../../src/apimachinery/json/encode.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../src/apimachinery/gvk.ts";
import { formatGoFloat } from "../../../src/apimachinery/go-strings.ts";
import { Double, isObject, type JsonValue } from "../../../src/apimachinery/json/value.ts";
import { textOf } from "../../../src/apimachinery/text-of.ts";
import { CborError } from "../../../src/apiserver/codec/cbor/cbor-error.ts";
import {
  decodeCbor,
  decodeCborDocument,
  decodeUnstructuredCbor,
  encodeCbor,
} from "../../../src/apiserver/codec/cbor/cbor-serializer.ts";
import {
  DocumentError,
  strictDecodingError,
  type DecodedDocument,
  type DocumentOptions,
} from "../../../src/apiserver/codec/document.ts";
import { decodeJsonDocument, decodeUnstructuredDocument } from "../../../src/apiserver/codec/json/json-serializer.ts";
import { parseGroupVersion } from "../../../src/apiserver/codec/json/type-meta.ts";
import { compileCodec } from "../../../src/apiserver/codec/json/typed-codec.ts";
import { unstructuredCodec } from "../../../src/apiserver/codec/json/unstructured-codec.ts";
import { decodeProtobufDocument } from "../../../src/apiserver/codec/protobuf/protobuf-serializer.ts";
import { decodeYamlDocument } from "../../../src/apiserver/codec/yaml/yaml-serializer.ts";
import { loadBuiltinTypes } from "../../../src/apiserver/schema/builtin/builtin-types.ts";
import type { OracleRecord } from "../record.ts";

const registry = await loadBuiltinTypes();

type JsonMembers = { [name: string]: JsonValue };

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** `v1/Pod`, or `v1/` and `/Pod` where something is missing. */
const gvkText = (gvk: GroupVersionKind): string =>
  `${gvk.version === "" && gvk.group === "" ? "" : formatGroupVersion(gvk)}/${gvk.kind}`;

function gvkOf(text: string): GroupVersionKind {
  const slash = text.lastIndexOf("/");
  return { ...parseGroupVersion(text.slice(0, slash)), kind: text.slice(slash + 1) };
}

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bodyOf = (record: OracleRecord): Uint8Array =>
  typeof record["body"] === "string" ? new TextEncoder().encode(record["body"]) : bytesOfHex(textOf(record["bodyHex"]));

/** The decoders by media type, for built-in kinds and for unstructured objects. */
const decoders: Readonly<Record<string, (body: Uint8Array, options: DocumentOptions) => DecodedDocument>> = {
  "application/json": (body, options) => decodeJsonDocument(utf8.decode(body), registry, options),
  "application/json unstructured": (body, options) => decodeUnstructuredDocument(utf8.decode(body), options),
  "application/yaml": (body, options) => decodeYamlDocument(body, registry, options),
  "application/cbor": (body, options) => decodeCborDocument(body, registry, options),
  "application/cbor unstructured": decodeUnstructuredCbor,
  "application/vnd.kubernetes.protobuf": (body, options) => decodeProtobufDocument(body, registry, options),
};

function decodedOutcome({ object, gvk, strictErrors }: DecodedDocument, unstructured: boolean): JsonMembers {
  const schema = unstructured ? undefined : registry.schemaOf(gvk);
  const printed = decodeJson((schema ? compileCodec(schema) : unstructuredCodec).encode(object));
  const strict =
    strictErrors.length > 0 ? { error: strictDecodingError(strictErrors), strictErrors: [...strictErrors] } : {};
  return { gvk: gvkText(gvk), object: printed, ...strict };
}

function failedOutcome(error: DocumentError): JsonMembers {
  const outcome: JsonMembers = { error: error.message };
  if (error.gvk) outcome["gvk"] = gvkText(error.gvk);
  if (error.failure === "missingKind" || error.failure === "missingVersion" || error.failure === "notRegistered")
    outcome[error.failure] = true;
  return outcome;
}

function outcome(record: OracleRecord, strict: boolean): JsonMembers {
  const unstructured = record["into"] === "unstructured";
  const options: DocumentOptions = {
    strict,
    ...(record["defaultKind"] ? { defaults: gvkOf(textOf(record["defaultKind"])) } : {}),
  };
  const decode = decoders[textOf(record["mediaType"]) + (unstructured ? " unstructured" : "")];
  if (decode === undefined) return { error: "no decoder" };
  try {
    return decodedOutcome(decode(bodyOf(record), options), unstructured);
  } catch (error) {
    if (error instanceof DocumentError) return failedOutcome(error);
    throw error;
  }
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** Formats a value like Go's `%v`. */
function goValue(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (isList(value)) return `[${value.map(goValue).join(" ")}]`;
  if (isObject(value))
    return `map[${sortedKeys(value)
      .map((key) => `${key}:${goValue(value[key] ?? null)}`)
      .join(" ")}]`;
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  return value instanceof Double || (typeof value === "number" && !Number.isInteger(value))
    ? formatGoFloat(value instanceof Double ? value.value : Number(value))
    : encodeNumber(value);
}

function goType(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (isList(value)) return "[]interface {}";
  if (isObject(value)) return "map[string]interface {}";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  return value instanceof Double || (typeof value === "number" && !Number.isInteger(value)) ? "float64" : "int64";
}

/** Returns the result of decoding into an interface. */
function anyOutcome(record: OracleRecord): JsonMembers {
  try {
    const value = decodeCbor(bodyOf(record));
    return { value: `${goType(value)} ${goValue(value)}` };
  } catch (error) {
    if (error instanceof CborError) return { error: error.message };
    throw error;
  }
}

/**
 * Returns a canonical form for comparison: numbers may have been formatted by JSON.stringify, so both sides are decoded
 * again, and members are sorted.
 */
const canonical = (value: unknown): string =>
  encodeJson(decodeJson(typeof value === "string" ? value : encodeJson(value as JsonValue)));

function compare(found: JsonMembers, expect: JsonValue): string | undefined {
  const wanted = canonical(expect);
  const text = canonical(found);
  return text === wanted ? undefined : `${text} instead of ${wanted}`;
}

/** Checks that the lenient and the strict decoder return what upstream's decoders return. */
export function check(record: OracleRecord): string | undefined {
  const expect = record.expect as JsonMembers;
  if (typeof record["json"] === "string")
    return compare({ hex: hexOf(encodeCbor(decodeJson(record["json"]))) }, expect);
  if (record["into"] === "any") return compare(anyOutcome(record), expect);
  for (const strict of [false, true]) {
    const problem = compare(outcome(record, strict), expect["both"] ?? expect[strict ? "strict" : "lenient"] ?? null);
    if (problem !== undefined) return `${strict ? "strict" : "lenient"}: ${problem}`;
  }
  return undefined;
}
