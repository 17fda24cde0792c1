import { failureStatus, StatusError } from "../../../apimachinery/errors.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { phase } from "../../../component-base/work.ts";
import { joinBytes } from "../../../component-base/join-bytes.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { BackwardWriter } from "../binary/backward-writer.ts";
import { DocumentError, type DecodedDocument, type DocumentOptions } from "../document.ts";
import { DecodeError } from "../json/decode-state.ts";
import { notRegistered } from "../json/json-serializer.ts";
import { gvkOrNone } from "../json/type-meta.ts";
import { parseStored } from "../json/typed-codec.ts";
import type { ListEncoder } from "../serializer.ts";
import { compileMessage } from "./compile-message.ts";
import type { MessageNode } from "./message-node.ts";
import { ProtobufError, ProtobufReader } from "./protobuf-reader.ts";

/** The prefix of every object: `k8s` and a zero byte. */
const prefix = Uint8Array.from([0x6b, 0x38, 0x73, 0]);

const hasPrefix = (bytes: Uint8Array): boolean => prefix.every((byte, i) => bytes[i] === byte);

/** The content of a runtime.Unknown: the type and the encoded object. */
interface Envelope {
  apiVersion: string;
  kind: string;
  /** The range of the encoded object. */
  from: number;
  to: number;
}

/** Returns the error for a kind without protobuf support (protobuf.errNotMarshalable). */
const notMarshalable = (goType: string): string =>
  `object *${goType} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`;

function readEnvelope(reader: ProtobufReader): Envelope {
  const envelope: Envelope = { apiVersion: "", kind: "", from: 0, to: 0 };
  while (reader.tag("Unknown")) {
    if (reader.field > 4) {
      reader.skip();
      continue;
    }
    reader.expect(2, ["TypeMeta", "Raw", "ContentEncoding", "ContentType"][reader.field - 1] ?? "");
    if (reader.field === 1) readTypeMeta(reader, envelope);
    else {
      const { length } = reader.view();
      if (reader.field === 2) [envelope.from, envelope.to] = [reader.at - length, reader.at];
    }
  }
  return envelope;
}

function readTypeMeta(reader: ProtobufReader, envelope: Envelope): void {
  const outer = reader.enter();
  while (reader.tag("TypeMeta")) {
    if (reader.field > 2) {
      reader.skip();
      continue;
    }
    reader.expect(2, reader.field === 1 ? "APIVersion" : "Kind");
    envelope[reader.field === 1 ? "apiVersion" : "kind"] = reader.text();
  }
  reader.leave(outer);
}

/**
 * Completes a GroupVersionKind with defaults (runtime.copyKindDefaults). Unlike in JSON, the version is filled in even
 * if a group is given.
 */
function withDefaults(actual: GroupVersionKind, defaults: GroupVersionKind | undefined): GroupVersionKind {
  if (defaults === undefined) return actual;
  const kind = actual.kind || defaults.kind;
  return actual.version === "" && defaults.version !== "" ? { ...defaults, kind } : { ...actual, kind };
}

/** Runs a decoder and converts its errors to DocumentErrors with the kind. */
function translate<T>(gvk: GroupVersionKind | undefined, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ProtobufError || error instanceof DecodeError)
      throw new DocumentError(gvk === undefined ? "syntax" : "value", error.message, gvk, { cause: error });
    throw error;
  }
}

/**
 * Decodes an enveloped object of a built-in kind (protobuf.Serializer.Decode). Strict decoding does not apply: unknown
 * fields are skipped.
 */
export function decodeProtobufDocument(
  body: Uint8Array,
  registry: TypeRegistry,
  { defaults, unstructured }: DocumentOptions,
): DecodedDocument {
  if (body.length === 0) throw new DocumentError("syntax", "empty data");
  if (!hasPrefix(body))
    throw new DocumentError(
      "syntax",
      `provided data does not appear to be a protobuf message, expected prefix [${prefix.join(" ")}]`,
    );
  if (body.length === prefix.length) throw new DocumentError("syntax", "empty body");
  const reader = new ProtobufReader(body, prefix.length);
  const envelope = translate(undefined, () => readEnvelope(reader));
  const gvk = withDefaults(gvkOrNone(envelope.apiVersion, envelope.kind), defaults);
  const typeMeta = (): string =>
    `runtime.TypeMeta{APIVersion:${quoteGo(envelope.apiVersion)}, Kind:${quoteGo(envelope.kind)}}`;
  if (gvk.kind === "") throw new DocumentError("missingKind", `Object 'Kind' is missing in '${typeMeta()}'`, gvk);
  if (gvk.version === "")
    throw new DocumentError("missingVersion", `Object 'apiVersion' is missing in '${typeMeta()}'`, gvk);
  if (unstructured !== undefined) throw new DocumentError("value", notMarshalable("unstructured.Unstructured"), gvk);
  const schema = registry.schemaOf(gvk);
  if (!schema) throw notRegistered(gvk);
  if (schema.protobuf === false) throw new DocumentError("value", notMarshalable(schema.goType), gvk);
  return {
    object: translate(gvk, () => phase(() => decodeMessage(compileMessage(schema), reader, envelope, gvk))),
    gvk,
    strictErrors: [],
  };
}

function decodeMessage(
  message: MessageNode,
  reader: ProtobufReader,
  { from, to }: Envelope,
  gvk: GroupVersionKind,
): KubeObject {
  const values = message.emptyValues();
  reader.at = from;
  reader.end = to;
  message.readContent(reader, values);
  const { fields } = message.schema;
  const typeMeta: Readonly<Record<string, string>> = { kind: gvk.kind, apiVersion: formatGroupVersion(gvk) };
  for (let place = 0; place < 2; place++) values[place] = typeMeta[fields[place]?.name ?? ""] ?? values[place];
  return message.finish(values) as unknown as KubeObject; // decoded by its schema
}

export const newNotMarshalable = (goType: string): StatusError =>
  new StatusError(failureStatus(406, "NotAcceptable", notMarshalable(goType)));

/** Encodes an object in its envelope. Throws a 406 for types without protobuf support. */
export function encodeProtobuf(schema: ObjectSchema, apiVersion: string, kind: string, object: unknown): Uint8Array {
  if (schema.protobuf === false) throw newNotMarshalable(schema.goType);
  const writer = new BackwardWriter();
  writer.bytes(unknownEnd);
  compileMessage(schema).write(writer, object);
  writeUnknownStart(writer, apiVersion, kind);
  return writer.finish();
}

/** The end of a runtime.Unknown: no content encoding and no content type. */
const unknownEnd = Uint8Array.from([0x1a, 0, 0x22, 0]);

/** Writes what precedes the length and the bytes of the encoded object. */
function writeUnknownStart(writer: BackwardWriter, apiVersion: string, kind: string): void {
  writer.byte(0x12);
  writeTypeMeta(writer, apiVersion, kind);
  writer.bytes(prefix);
}

/**
 * Encodes a list in its envelope in parts, of which `list` is the rest. The length of the whole list precedes it.
 * Throws a 406 for types without protobuf support.
 */
export function encodeProtobufList(
  schema: ObjectSchema,
  apiVersion: string,
  kind: string,
  list: Readonly<Record<string, unknown>>,
  member: string,
): ListEncoder {
  if (schema.protobuf === false) throw newNotMarshalable(schema.goType);
  const parts = compileMessage(schema).partsAround(member, list);
  return {
    needsLength: true,
    before(length) {
      const writer = new BackwardWriter();
      writer.bytes(parts.before);
      writer.varint(parts.before.length + length + parts.after.length);
      writeUnknownStart(writer, apiVersion, kind);
      return writer.finish();
    },
    items(items) {
      const writer = new BackwardWriter();
      parts.writeItems(
        writer,
        items.map((item) => (typeof item === "string" ? parseStored(item) : item)),
      );
      return writer.finish();
    },
    after: () => joinBytes([parts.after, unknownEnd]),
  };
}

function writeTypeMeta(writer: BackwardWriter, apiVersion: string, kind: string): void {
  const before = writer.length;
  writer.varint(writer.text(kind));
  writer.byte(0x12);
  writer.varint(writer.text(apiVersion));
  writer.byte(0x0a);
  writer.varint(writer.length - before);
  writer.byte(0x0a);
}

/**
 * Encodes a watch event: a meta/v1 WatchEvent without envelope that contains the enveloped object, preceded by its
 * length in four bytes.
 */
export function frameProtobufEvent(type: string, object: Uint8Array): Uint8Array {
  const writer = new BackwardWriter();
  writer.bytes(object);
  writer.varint(object.length);
  writer.byte(0x0a);
  writer.varint(writer.length);
  writer.byte(0x12);
  writer.varint(writer.text(type));
  writer.byte(0x0a);
  const { length } = writer;
  writer.bytes(Uint8Array.from([length >>> 24, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff]));
  return writer.finish();
}
