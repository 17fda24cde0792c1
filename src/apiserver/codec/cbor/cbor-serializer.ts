import { keptObject } from "../../../component-base/work.ts";
import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { textOf } from "../../../apimachinery/text-of.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { BackwardWriter } from "../binary/backward-writer.ts";
import { DocumentError, type DecodedDocument, type DocumentOptions } from "../document.ts";
import { DecodeError } from "../json/decode-state.ts";
import { FieldPlan } from "../json/field-plan.ts";
import { notRegistered } from "../json/json-serializer.ts";
import { gvkOrNone, withDefaults } from "../json/type-meta.ts";
import { compileNode, parseStored, type TypedCodec } from "../json/typed-codec.ts";
import type { ListEncoder } from "../serializer.ts";
import { readAny } from "./cbor-any.ts";
import { CborError, UnknownFieldError } from "./cbor-error.ts";
import { major } from "./cbor-head.ts";
import { CborReader } from "./cbor-reader.ts";
import { compareKeys, writeAny, writeHead, writeText } from "./cbor-writer.ts";
import { compileStruct } from "./compile-cbor.ts";
import { readContainer } from "./container.ts";
import { diagnose } from "./diagnose.ts";
import { quickTypeMeta } from "./quick-type-meta.ts";
import { scalarNode } from "./leaf-nodes.ts";
import { StructNode } from "./struct-node.ts";

/** Tag 55799, the self-described CBOR tag before every object. */
const selfDescription = Uint8Array.from([0xd9, 0xd9, 0xf7]);

/** Reports whether data is an object in CBOR (cbor.RecognizesData). */
export const isCbor = (data: Uint8Array): boolean => selfDescription.every((byte, i) => data[i] === byte);

const text = { kind: "scalar", type: "string", goType: "string" } as const;
const typeMetaField = (name: string): FieldPlan =>
  new FieldPlan(
    {
      name,
      goName: name,
      schema: text,
      pointer: false,
      omitempty: true,
      omitzero: false,
      required: false,
      notInOpenApi: false,
    },
    compileNode(text),
  );

let typeMeta: StructNode | undefined;

/** The node of TypeMeta, the only struct without a schema. */
function typeMetaNode(): StructNode {
  if (typeMeta !== undefined) return typeMeta;
  const fields = [typeMetaField("kind"), typeMetaField("apiVersion")];
  return (typeMeta = new StructNode(
    "v1.TypeMeta",
    () => fields,
    () => ({}),
    () => scalarNode(text, compileNode(text)),
  ));
}

/** Reads from the beginning and throws the problem, if any. */
function readFrom<T>(reader: CborReader, strict: boolean, read: (reader: CborReader) => T): T {
  reader.rewind(strict);
  const value = read(reader);
  const problem = reader.takeProblem() ?? reader.lateProblem;
  if (problem !== undefined) throw problem;
  return value;
}

const decode = <T>(body: Uint8Array, read: (reader: CborReader) => T): T => readFrom(new CborReader(body), false, read);

/** Reads the GroupVersionKind of an object (cbor.defaultMetaFactory.Interpret). */
function interpret(makeReader: () => CborReader): { readonly found: GroupVersionKind; readonly reader: CborReader } {
  try {
    const reader = makeReader();
    const quick = quickTypeMeta(reader, reader.byteTextAt);
    if (quick !== undefined) return { reader, found: gvkOrNone(quick.apiVersion, quick.kind) };
    const found = (readFrom(reader, false, (from) => typeMetaNode().read(from)) ?? {}) as Readonly<
      Record<string, unknown>
    >;
    return { reader, found: gvkOrNone(textOf(found["apiVersion"]), textOf(found["kind"])) };
  } catch (error) {
    throw error instanceof CborError
      ? new DocumentError("syntax", `unable to determine group/version/kind: ${error.message}`, undefined, {
          cause: error,
        })
      : error;
  }
}

function requireKind(gvk: GroupVersionKind, body: Uint8Array): void {
  if (gvk.kind === "") throw new DocumentError("missingKind", `Object 'Kind' is missing in '${diagnose(body)}'`, gvk);
  if (gvk.version === "")
    throw new DocumentError("missingVersion", `Object 'apiVersion' is missing in '${diagnose(body)}'`, gvk);
}

const valueError = (error: unknown, gvk: GroupVersionKind): unknown =>
  error instanceof CborError ? new DocumentError("value", error.message, gvk, { cause: error }) : error;

/**
 * Decodes an object of a built-in kind (cbor.serializer.Decode). Strict decoding reports only the first unknown key.
 * Throws DocumentError.
 */
export function decodeCborDocument(
  body: Uint8Array,
  registry: TypeRegistry,
  options: DocumentOptions,
): DecodedDocument {
  if (options.unstructured !== undefined) return decodeUnstructuredCbor(body, options);
  const { defaults, strict } = options;
  const { found, reader } = interpret(() => new CborReader(body));
  const gvk = defaults ? withDefaults(found, defaults) : found;
  requireKind(gvk, body);
  const schema = registry.schemaOf(gvk);
  if (!schema) throw notRegistered(gvk);
  try {
    return { ...decodeTyped(reader, compileStruct(schema), strict), gvk };
  } catch (error) {
    throw valueError(error, gvk);
  }
}

function decodeTyped(
  reader: CborReader,
  node: StructNode,
  strict: boolean,
): { readonly object: KubeObject; readonly strictErrors: readonly string[] } {
  // decoded by its schema
  const read = (from: CborReader): KubeObject => (node.read(from) ?? node.zero()) as KubeObject;
  if (!strict) return { object: readFrom(reader, false, read), strictErrors: [] };
  try {
    return { object: readFrom(reader, true, read), strictErrors: [] };
  } catch (error) {
    if (!(error instanceof UnknownFieldError)) throw error;
    return { object: readFrom(reader, false, read), strictErrors: [error.message] };
  }
}

/** Decodes an object of a kind without a Go type, which must specify its kind. Throws DocumentError. */
export function decodeUnstructuredCbor(body: Uint8Array, { defaults, unstructured }: DocumentOptions): DecodedDocument {
  let content: JsonValue;
  try {
    content = keptObject(() => ({ value: decodeCborMap(body) ?? {} })).value;
  } catch (error) {
    const { found } = interpret(() => new CborReader(body));
    throw valueError(error, defaults ? withDefaults(found, defaults) : found);
  }
  const object = content as JsonObject;
  const gvk = gvkOrNone(textOf(object["apiVersion"]), textOf(object["kind"]), "");
  requireKind(gvk, body);
  return {
    object: unstructured === undefined ? (object as unknown as KubeObject) : fitted(unstructured, object, gvk),
    gvk,
    strictErrors: [],
  };
}

/** Converts an object to its kind. Unknown fields are dropped without being reported here. */
function fitted(codec: TypedCodec, object: JsonObject, gvk: GroupVersionKind): KubeObject {
  try {
    return codec.decode(object);
  } catch (error) {
    throw error instanceof DecodeError ? new DocumentError("value", error.message, gvk, { cause: error }) : error;
  }
}

/** Decodes an object of any kind. Throws DocumentError. */
export function decodeCborObject(body: Uint8Array): JsonValue {
  try {
    return decodeCborMap(body);
  } catch (error) {
    throw error instanceof CborError ? new DocumentError("value", error.message, undefined, { cause: error }) : error;
  }
}

const decodeCborMap = (body: Uint8Array): JsonValue =>
  decode(
    body,
    (reader) => readContainer(reader, "map[string]interface {}", major.map, (inner) => readAny(inner)) ?? null,
  );

/** Decodes any value (direct.Unmarshal into an interface). Throws CborError. */
export const decodeCbor = (body: Uint8Array): JsonValue => decode(body, (reader) => readAny(reader));

/** Encodes any value (direct.Marshal). */
export function encodeCbor(value: JsonValue): Uint8Array {
  const writer = new BackwardWriter();
  writeAny(writer, value);
  return writer.finish();
}

/** Encodes an object with the self-described CBOR tag. Without a schema it is encoded like JSON. */
export function encodeCborDocument(schema: ObjectSchema | undefined, object: unknown): Uint8Array {
  const writer = new BackwardWriter();
  if (schema === undefined) writeAny(writer, object as JsonValue); // objects are plain JSON
  else compileStruct(schema).write(writer, object);
  writer.bytes(selfDescription);
  return writer.finish();
}

/** Encodes a list in parts, of which `list` is the rest. Without a schema it is encoded like JSON. */
export function encodeCborList(
  schema: ObjectSchema | undefined,
  list: Readonly<Record<string, unknown>>,
  member: string,
  count: number,
): ListEncoder {
  const around = { before: new BackwardWriter(), after: new BackwardWriter() };
  writeHead(around.before, major.array, count);
  const writeItem =
    schema === undefined
      ? writeEntriesAround(list as JsonObject, member, around) // the JSON of a list
      : writeStructAround(compileStruct(schema), list, member, around);
  around.before.bytes(selfDescription);
  const [before, after] = [around.before.finish(), around.after.finish()];
  return {
    before: () => before,
    items(items) {
      const writer = new BackwardWriter();
      for (let i = items.length - 1; i >= 0; i--) {
        const item = items[i];
        writeItem(writer, typeof item === "string" ? parseStored(item) : item);
      }
      return writer.finish();
    },
    after: () => after,
  };
}

/** Where the parts of a list before and after its items are written. */
interface Around {
  readonly before: BackwardWriter;
  readonly after: BackwardWriter;
}

type WriteItem = (writer: BackwardWriter, item: unknown) => void;

function writeStructAround(
  node: StructNode,
  list: Readonly<Record<string, unknown>>,
  member: string,
  { before, after }: Around,
): WriteItem {
  node.writeAround(member, list, after, before);
  const items = node.member(member);
  if (items?.writeItem === undefined) throw new TypeError(`${node.goType} has no list ${member}`);
  return items.writeItem;
}

function writeEntriesAround(list: JsonObject, member: string, { before, after }: Around): WriteItem {
  const keys = Object.keys(list).sort(compareKeys);
  let writer = after;
  for (const key of keys.toReversed()) {
    if (key === member) writer = before;
    else writeAny(writer, list[key] ?? null);
    writeText(writer, key);
  }
  writeHead(writer, major.map, keys.length);
  return (to, item) => writeAny(to, item as JsonValue); // items are plain JSON
}

/** Encodes a watch event: one item of a CBOR sequence. */
export function frameCborEvent(type: string, object: Uint8Array): Uint8Array {
  const writer = new BackwardWriter();
  writer.bytes(object);
  writeText(writer, "object");
  writeText(writer, type);
  writeText(writer, "type");
  writeHead(writer, major.map, 2);
  writer.bytes(selfDescription);
  return writer.finish();
}
