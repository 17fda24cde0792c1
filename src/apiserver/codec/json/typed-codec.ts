import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { locateDifferences, type TextMarks, type TextPart } from "../../../apimachinery/json/text-parts.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { ObjectSchema, ScalarSchema, Schema } from "../../schema/schema.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { DecodeState } from "./decode-state.ts";
import { Differences } from "./differences.ts";
import { ListCodec, MapCodec } from "./container-codec.ts";
import type { NodeCodec } from "./node-codec.ts";
import { ObjectCodec } from "./object-codec.ts";
import { escapeHtml } from "./quote.ts";
import { rawCodec } from "./raw-codecs.ts";
import { rememberedTypes, RememberingCodec } from "./remembering-codec.ts";
import { parseRepeatedMembers, type Document } from "./repeated-members.ts";
import {
  boolCodec,
  bytesCodec,
  float64Codec,
  int32Codec,
  int64Codec,
  intOrStringCodec,
  numberCodec,
  stringCodec,
} from "./scalar-codecs.ts";
import { SchemaOrCodec } from "./schema-or-codec.ts";
import type { StrictReport } from "./strict-report.ts";
import { durationCodec, microTimeCodec, quantityCodec, timeCodec } from "./text-codecs.ts";

/** What a decoder may be told beside the value. */
export interface DecodeOptions {
  /** Collects unknown and duplicate fields; without it nobody looks for them. */
  readonly report?: StrictReport | undefined;
  /** The document's text, for error texts that quote a number as it was written. */
  readonly text?: string | undefined;
  /**
   * The document names a member twice (decodeJsonReporting found duplicates), so that `text` is to be read again with
   * all of them.
   */
  readonly repeated?: boolean;
  /** Parts of the value that this codec has made, at the same places: they stay as they are. */
  readonly kept?: ReadonlySet<unknown> | undefined;
}

/** Makes objects of one kind from JSON, and JSON from them. */
export interface TypedCodec {
  /** The object as Go would hold it. Throws DecodeError with upstream's text where a value cannot be held. */
  decode(value: JsonValue, options?: DecodeOptions): KubeObject;
  /** The object as Go's encoding/json prints it, without a final newline. */
  encode(object: KubeObject): string;
  /** The same without the outer `{`, kind and apiVersion: `"metadata":{...},"data":{...}}`. */
  encodeTail(object: KubeObject): string;
  /**
   * Where `encodeTail` of `after` is another than `tail`, which is that of `before`; undefined when that is not known
   * without encoding it. `marks` are what is known of `tail`.
   */
  changedParts(before: KubeObject, tail: string, after: KubeObject, marks?: TextMarks): readonly TextPart[] | undefined;
  /** Reads what `encodeTail` wrote; the object has neither kind nor apiVersion. */
  decodeStored(tail: string): KubeObject;
}

const scalars: Readonly<Record<ScalarSchema["type"], (goType: string) => NodeCodec>> = {
  string: stringCodec,
  bool: boolCodec,
  int32: int32Codec,
  int64: int64Codec,
  float64: float64Codec,
  number: numberCodec,
  bytes: bytesCodec,
  quantity: quantityCodec,
  intOrString: intOrStringCodec,
  time: timeCodec,
  microTime: microTimeCodec,
  duration: durationCodec,
};

/** What is compiled of a schema goes with it; a codec holds nothing but code. */
const objectCodecs = new WeakMap<ObjectSchema, ObjectCodec>();

/** The JSON codec of a type, of which other forms take the plan of its fields. */
export function compileObject(schema: ObjectSchema): ObjectCodec {
  const known = objectCodecs.get(schema);
  if (known) return known;
  const codec = new ObjectCodec(schema, compileNode);
  objectCodecs.set(schema, codec);
  return codec;
}

/** The JSON codec of any schema node. */
export function compileNode(schema: Schema): NodeCodec {
  switch (schema.kind) {
    case "object":
      return remembering(schema);
    case "list":
      return new ListCodec(schema, compileNode);
    case "map":
      return new MapCodec(schema, compileNode);
    case "scalar":
      return scalars[schema.type](schema.goType);
    case "raw":
      return rawCodec(schema);
    case "schemaOr":
      return new SchemaOrCodec(schema, compileNode);
  }
}

function remembering(schema: ObjectSchema): NodeCodec {
  const texts = rememberedTypes[schema.name]?.();
  return texts ? new RememberingCodec(compileObject(schema), texts) : compileObject(schema);
}

/** A number that JSON.parse may have bent: sixteen digits in a row are looked at again. */
const wideNumber = /\d{16}/;

/** Reads text in normal form, natively unless a number in it could be too wide. */
export function parseStored(text: string): KubeObject {
  const value: unknown = wideNumber.test(text) ? decodeJson(text) : JSON.parse(text);
  return value as KubeObject;
}

/** The codec of a kind; types are compiled once, when first met. */
export function compileCodec(schema: ObjectSchema): TypedCodec {
  const codec = compileObject(schema);
  const tailFrom = codec.afterTypeMeta;
  return {
    decode: (value, options = {}) => decodeWith(codec, value, options),
    encode: (object) => escapeHtml(codec.encode(object)),
    encodeTail: (object) => escapeHtml(`${codec.encodeMembers(object, tailFrom)}}`),
    changedParts: (before, tail, after, marks) => changedParts(codec, before, tail, after, marks),
    decodeStored: (tail) => parseStored(`{${tail}`),
  };
}

function changedParts(
  codec: ObjectCodec,
  before: KubeObject,
  tail: string,
  after: KubeObject,
  marks?: TextMarks,
): readonly TextPart[] | undefined {
  const differences = new Differences();
  if (!codec.compareMembers(before, after, codec.afterTypeMeta, differences)) return undefined;
  return locateDifferences(tail, differences.found, marks);
}

function decodeWith(
  codec: ObjectCodec,
  value: JsonValue,
  { report, text, repeated = false, kept }: DecodeOptions,
): KubeObject {
  const again = repeated && text !== undefined;
  const state = new DecodeState(report, text, again, kept);
  const document: Document = again ? parseRepeatedMembers(text) : value;
  const held = document === null ? codec.zero() : codec.decode(document, state);
  if (state.savedError) throw state.savedError;
  return keepEmptyManagedFields(held as KubeObject, document);
}

/** An empty list of managed fields resets them, though it prints as none: it stays. */
function keepEmptyManagedFields(object: KubeObject, document: Document): KubeObject {
  if (typeof document !== "object" || document === null || !("metadata" in document)) return object;
  const { metadata } = document;
  if (typeof metadata !== "object" || metadata === null || !("managedFields" in metadata)) return object;
  const isEmptyList = Array.isArray(metadata.managedFields) && metadata.managedFields.length === 0;
  return isEmptyList ? { ...object, metadata: { ...object.metadata, managedFields: [] } } : object;
}

/** The codec of a built-in kind; throws for one that has no type. */
export function codecOfKind(types: TypeRegistry, gvk: GroupVersionKind): TypedCodec {
  const schema = types.schemaOf(gvk);
  if (schema === undefined) throw new Error(`no type for ${gvk.group}/${gvk.version} ${gvk.kind}`);
  return compileCodec(schema);
}
