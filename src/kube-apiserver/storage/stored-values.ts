import { decodeJson } from "../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { asKubeObject, type KubeObject } from "../../apimachinery/meta.ts";
import { convert } from "../../apis/conversions.ts";
import { decodeCborObject, encodeCborDocument, isCbor } from "../../apiserver/codec/cbor/cbor-serializer.ts";
import { gvkOrNone, interpret } from "../../apiserver/codec/json/type-meta.ts";
import { codecOfKind, compileCodec, parseStored, type TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { unstructuredCodec } from "../../apiserver/codec/json/unstructured-codec.ts";
import { decodeProtobufDocument, encodeProtobuf } from "../../apiserver/codec/protobuf/protobuf-serializer.ts";
import { storageRoot } from "../../apiserver/registry/keys.ts";
import { withResourceVersion } from "../../apiserver/registry/object-meta.ts";
import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import type { ObjectSchema } from "../../apiserver/schema/schema.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import {
  fromStoredDefinition,
  storedDefinitionSchema,
  storedDefinitionVersion,
  toStoredDefinition,
} from "./stored-definitions.ts";
import { isStoredAsJson } from "./stored-objects.ts";
import type { StoredScheme, StoredSchemes } from "./stored-schemes.ts";
import type { Entry } from "../../apiserver/storage/versioned-table.ts";

/** The media types in which objects of built-in kinds are stored (--storage-media-type). */
export type StorageMediaType = "application/json" | "application/vnd.kubernetes.protobuf";

/** Converts between the texts of a store and the values that all servers of a database read. */
export interface StoredValues {
  /** Returns the value of a version, without its revision; `isNew` if it is the first one of an object. */
  encode(entry: Entry & { readonly object?: unknown }, isNew?: boolean): Uint8Array;
  /** Returns the text of a value at a revision. Throws if it cannot be decoded. */
  decode(key: string, value: Uint8Array, revision: number): string;
  /** Whether the text of a value that can be decoded is that of an object of its kind for certain. */
  isSound?(key: string, value: Uint8Array): boolean;
}

/** The kind that is stored below a prefix, in one version, and how. */
interface Form {
  readonly gvk: GroupVersionKind;
  readonly apiVersion: string;
  readonly schema: ObjectSchema;
  readonly codec: TypedCodec;
  readonly isJson: boolean;
  /** Fills in what a reader would: some values are stored without their defaults. */
  defaults(object: KubeObject): KubeObject;
  /** Takes away what is stored of a new object by its readers only. */
  createdWithout(object: KubeObject): KubeObject;
  /** The type of definitions as they are stored. */
  readonly definitions?: TypedCodec;
}

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder();

/** Keys of data that is not accessible through the API: texts without a kind. */
const isPlain = (key: string): boolean => key.startsWith("/kubepad/");

/**
 * Returns how values are stored as in Kubernetes: built-in kinds in their storage version with the protobuf envelope or
 * as JSON, definitions and APIServices as JSON, custom resources as JSON or CBOR.
 */
export async function createStoredValues(schemes: StoredSchemes, mediaType: StorageMediaType): Promise<StoredValues> {
  const { types } = schemes;
  const encodeCustom = schemes.customAsCbor === true ? encodeCustomCbor : encodeCustomJson;
  const forms = await createForms(schemes, mediaType);
  const formOf = (key: string): Form | undefined => {
    for (const root of rootsOf(key)) {
      const form = forms.get(root);
      if (form !== undefined) return form;
    }
    return undefined;
  };
  return {
    encode(entry, isNew = false) {
      if (isPlain(entry.key)) return utf8.encode(`{${entry.text}`);
      const form = formOf(entry.key);
      const object = "object" in entry ? (entry.object as KubeObject) : parseStored(`{${entry.text}`); // of its codec
      const unstamped = withResourceVersion(object, "");
      if (form === undefined) return encodeCustom(unstamped);
      return encodeBuiltin(form, isNew ? form.createdWithout(unstamped) : unstamped);
    },
    decode(key, value, revision) {
      if (isPlain(key)) return fromUtf8.decode(value).slice(1);
      const form = formOf(key);
      return form === undefined ? decodeCustom(value, revision) : decodeBuiltin(form, types, value, revision);
    },
    isSound: (key, value) => isProtobuf(value) && !isPlain(key) && formOf(key) !== undefined,
  };
}

/** Returns the prefixes of a key that a resource can have: `/registry/a/` and `/registry/a/b/`. */
function rootsOf(key: string): readonly string[] {
  const second = key.indexOf("/", 1);
  const third = key.indexOf("/", second + 1);
  const fourth = key.indexOf("/", third + 1);
  return fourth < 0 ? [key.slice(0, third + 1)] : [key.slice(0, third + 1), key.slice(0, fourth + 1)];
}

/** Returns the forms of all stored resources by the prefixes of their keys. */
async function createForms({ types, resources }: StoredSchemes, mediaType: StorageMediaType) {
  const byRoot = new Map<string, StoredScheme>();
  for (const definition of resources) {
    const root = storageRoot(definition);
    if (definition.unstored === true || (byRoot.has(root) && !isStorageVersion(definition))) continue;
    byRoot.set(root, definition);
  }
  const forms = new Map<string, Form>();
  for (const [root, definition] of byRoot) {
    const behavior = (isStorageVersion(definition) && (await definition.behavior?.(definition.version))) || undefined;
    const { default: defaults = unchanged, createdWithout = unchanged } = behavior ?? {};
    const form = createForm(definition, types, mediaType);
    if (form !== undefined) forms.set(root, { ...form, defaults, createdWithout });
  }
  return forms;
}

const unchanged = (object: KubeObject): KubeObject => object;

const isStorageVersion = ({ group, version, storageVersion }: ResourceInfo): boolean =>
  storageVersion === undefined || (storageVersion.group === group && storageVersion.version === version);

function createForm(
  definition: ResourceInfo,
  types: TypeRegistry,
  mediaType: StorageMediaType,
): Omit<Form, "defaults" | "createdWithout"> | undefined {
  const { group, version } = definition.storageVersion ?? definition;
  const gvk = { group, version, kind: definition.kind };
  const schema = types.schemaOf(gvk);
  if (schema === undefined) return undefined;
  const isJson = mediaType === "application/json" || isStoredAsJson(group, schema);
  const form = { gvk, apiVersion: formatGroupVersion(gvk), schema, codec: codecOfKind(types, gvk), isJson };
  if (definition.resource !== "customresourcedefinitions") return form;
  return { ...form, definitions: compileCodec(storedDefinitionSchema(schema)) };
}

function encodeBuiltin(form: Form, object: KubeObject): Uint8Array {
  const { gvk, apiVersion, schema, codec, isJson, definitions } = form;
  if (!isJson) return encodeProtobuf(schema, apiVersion, gvk.kind, object);
  const version = definitions === undefined ? apiVersion : `${gvk.group}/${storedDefinitionVersion}`;
  const tail = definitions?.encodeTail(toStoredDefinition(object)) ?? codec.encodeTail(object);
  return utf8.encode(`{"kind":"${gvk.kind}","apiVersion":"${version}",${tail}\n`);
}

const encodeCustomJson = (object: KubeObject): Uint8Array => utf8.encode(`${unstructuredCodec.encode(object)}\n`);
const encodeCustomCbor = (object: KubeObject): Uint8Array => encodeCborDocument(undefined, object);

const isProtobuf = (value: Uint8Array): boolean => value[0] === 0x6b && value[1] === 0x38 && value[2] === 0x73;

function decodeBuiltin(form: Form, types: TypeRegistry, value: Uint8Array, revision: number): string {
  const { object, gvk } = isProtobuf(value)
    ? decodeProtobufDocument(value, types, { strict: false })
    : decodeTyped(form, types, value);
  const stored = gvk.version === form.gvk.version && gvk.group === form.gvk.group;
  const filled = form.defaults(stored ? object : convert(object, gvk, form.gvk));
  return form.codec.encodeTail(withResourceVersion(filled, String(revision)));
}

/** Reads the JSON of an object; throws as upstream's decoders do if it has no kind. */
function readJson(value: Uint8Array): JsonValue {
  const text = fromUtf8.decode(value);
  const json = decodeJson(text);
  if (interpret(json).kind === "") throw new Error(`Object 'Kind' is missing in '${text}'`);
  return json;
}

function decodeTyped(
  form: Form,
  types: TypeRegistry,
  value: Uint8Array,
): { object: KubeObject; gvk: GroupVersionKind } {
  const json = readJson(value);
  const { apiVersion = "", kind = "" } = asKubeObject(json);
  const gvk = gvkOrNone(apiVersion, kind);
  if (form.definitions !== undefined && gvk.version === storedDefinitionVersion)
    return { object: fromStoredDefinition(form.definitions.decode(json)), gvk: form.gvk };
  return { object: codecOfKind(types, gvk).decode(json), gvk };
}

function decodeCustom(value: Uint8Array, revision: number): string {
  if (isProtobuf(value)) throw new Error("the object is stored as protobuf, but its kind is not built in");
  const object = asKubeObject(isCbor(value) ? decodeCborObject(value) : readJson(value));
  const head = `"apiVersion":${JSON.stringify(object.apiVersion ?? "")},"kind":${JSON.stringify(object.kind ?? "")},`;
  return head + unstructuredCodec.encodeTail(withResourceVersion(object, String(revision)));
}
