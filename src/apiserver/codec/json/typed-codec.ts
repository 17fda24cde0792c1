import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { locateChanges, type TextMarks, type TextPart } from "../../../apimachinery/json/text-parts.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { asKubeObject, type KubeObject } from "../../../apimachinery/meta.ts";
import { keptObject, largeSize, runningWork } from "../../../component-base/work.ts";
import type { ObjectSchema, ScalarSchema, Schema } from "../../schema/schema.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { decodeLongJson } from "../../../component-base/long-json.ts";
import { DecodeError, DecodeState } from "./decode-state.ts";
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

/** Options of a decoder. */
export interface DecodeOptions {
  /** Collects unknown and duplicate fields. Without it, they are not detected. */
  readonly report?: StrictReport | undefined;
  /** The document's text, for error messages that quote a number as written. */
  readonly text?: string | undefined;
  /**
   * Whether the document has duplicate members (found by decodeJsonReporting), so that `text` must be parsed again with
   * all of them.
   */
  readonly repeated?: boolean;
  /** Parts of the value that this codec decoded already, at the same paths. They are returned unchanged. */
  readonly kept?: ReadonlySet<unknown> | undefined;
}

/** Decodes and encodes objects of one kind as JSON. */
export interface TypedCodec {
  /** Decodes an object as Go does. Throws DecodeError with upstream's message if a value does not fit its type. */
  decode(value: JsonValue, options?: DecodeOptions): KubeObject;
  /** Encodes an object like Go's encoding/json, without a final newline. */
  encode(object: KubeObject): string;
  /** Encodes an object without the outer `{`, kind and apiVersion: `"metadata":{...},"data":{...}}`. */
  encodeTail(object: KubeObject): string;
  /**
   * Returns the parts of `tail`, the result of `encodeTail` for `before`, that differ for `after`, or undefined if
   * finding them requires encoding the whole object. `marks` are known positions in `tail`.
   */
  changedParts(before: KubeObject, tail: string, after: KubeObject, marks?: TextMarks): readonly TextPart[] | undefined;
  /** Decodes the output of `encodeTail`. The object has neither kind nor apiVersion. */
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

/** Compiled codecs by schema. A codec has no state of its own. */
const objectCodecs = new WeakMap<ObjectSchema, ObjectCodec>();

/** Returns the JSON codec of an object type. Codecs of other formats reuse its field plans. */
export function compileObject(schema: ObjectSchema): ObjectCodec {
  const known = objectCodecs.get(schema);
  if (known) return known;
  const codec = new ObjectCodec(schema, compileNode);
  objectCodecs.set(schema, codec);
  return codec;
}

/** Returns the JSON codec of a schema node. */
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

/**
 * Matches what may belong to a number that JSON.parse would read as another: sixteen consecutive digits would be
 * rounded, and a whole number with an exponent is a float.
 */
const unusualNumber = /\d{16}|\de\+/;

/**
 * Parses a stored text, with JSON.parse unless a number in it could be read as another; in a large computation with
 * pauses.
 */
export function parseStored(text: string): KubeObject {
  if (runningWork() !== undefined && text.length >= largeSize) return asKubeObject(decodeLongJson(text));
  const value: unknown = unusualNumber.test(text) ? decodeJson(text) : parsePlain(text);
  return value as KubeObject;
}

function parsePlain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return decodeJson(text); // for its error
  }
}

/** Throws if a decoded object lacks the metadata that the server itself adds to what it stores. */
export function checkStoredMetadata({ metadata }: Partial<KubeObject>): void {
  const version: unknown = metadata?.resourceVersion;
  if (typeof version !== "string") throw new DecodeError("the object has no metadata.resourceVersion");
}

/** Returns the codec of a kind. Each type is compiled once, on first use. */
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
  return locateChanges(tail, differences.found, marks);
}

function decodeWith(
  codec: ObjectCodec,
  value: JsonValue,
  { report, text, repeated = false, kept }: DecodeOptions,
): KubeObject {
  const again = repeated && text !== undefined;
  const state = keptObject(() => new DecodeState(report, text, again, kept));
  state.depth = 0;
  const document: Document = again ? keptObject(() => ({ parsed: parseRepeatedMembers(text) })).parsed : value;
  const held = document === null ? codec.zero() : codec.decode(document, state);
  if (state.savedError) throw state.savedError;
  return keepEmptyManagedFields(held as KubeObject, document);
}

/** Keeps an empty list of managed fields, which resets them although Go omits it when encoding. */
function keepEmptyManagedFields(object: KubeObject, document: Document): KubeObject {
  if (typeof document !== "object" || document === null || !("metadata" in document)) return object;
  const { metadata } = document;
  if (typeof metadata !== "object" || metadata === null || !("managedFields" in metadata)) return object;
  const isEmptyList = Array.isArray(metadata.managedFields) && metadata.managedFields.length === 0;
  return isEmptyList ? { ...object, metadata: { ...object.metadata, managedFields: [] } } : object;
}

/** Returns the codec of a built-in kind. Throws if the kind has no type. */
export function codecOfKind(types: TypeRegistry, gvk: GroupVersionKind): TypedCodec {
  const schema = types.schemaOf(gvk);
  if (schema === undefined) throw new Error(`no type for ${gvk.group}/${gvk.version} ${gvk.kind}`);
  return compileCodec(schema);
}
