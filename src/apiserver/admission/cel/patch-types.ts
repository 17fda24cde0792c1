import { formatGoFloat, quoteGo } from "../../../apimachinery/go-strings.ts";
import { setMember } from "../../../apimachinery/json/members.ts";
import { Double, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { TypeProvider } from "../../../cel/env/type-provider.ts";
import { protobufJson } from "../../../cel/library/protobuf-json.ts";
import { dynType, stringType, structOf, Type } from "../../../cel/types/type.ts";
import { equalValues } from "../../../cel/values/equality.ts";
import type { Effort } from "../../../cel/values/effort.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import { goNameOf, printValue } from "../../../cel/values/print.ts";
import { isInt } from "../../../cel/values/numeric.ts";
import { Uint } from "../../../cel/values/uint.ts";
import { typeOfValue } from "../../../cel/values/type-of.ts";
import { ListValue, MapValue, ObjectValue, Optional, type Value } from "../../../cel/values/value.ts";
import { nativeValue, type NativeValue } from "./native-value.ts";

const rootName = "Object";

/** The type of the result of an ApplyConfiguration expression. */
export const applyConfigurationType = structOf(rootName);
/** The type of the operations of a JSON patch. */
export const jsonPatchType = structOf("JSONPatch");

/** The type of a field that JSONPatch does not have; nothing can be assigned to it. */
const noType = structOf("");

/** An object that an expression constructs as `Object.spec{...}` (mutation/dynamic.ObjectVal). */
export class ConstructedObject extends ObjectValue {
  readonly type: Type;
  readonly goName = "*dynamic.ObjectVal";
  readonly fields: ReadonlyMap<string, Value>;

  constructor(type: Type, fields: ReadonlyMap<string, Value>) {
    super();
    this.type = type;
    this.fields = fields;
  }

  override getField(name: string): Value {
    return this.fields.get(name) ?? new EvalError(`no such key: ${name}`);
  }

  override isSet(name: string): boolean {
    return this.fields.has(name);
  }

  override equals(other: Value, effort: Effort): Value {
    if (!(other instanceof ConstructedObject) || other.type.name !== this.type.name) return false;
    if (other.fields.size !== this.fields.size) return false;
    for (const [name, value] of this.fields) {
      const theirs = other.fields.get(name);
      if (theirs === undefined || equalValues(value, theirs, effort) !== true) return false;
    }
    return true;
  }
}

/** An operation that an expression constructs as `JSONPatch{...}` (mutation.JSONPatchVal). */
export class JsonPatchValue extends ObjectValue {
  readonly type = jsonPatchType;
  readonly goName = "*mutation.JSONPatchVal";
  readonly op: string;
  readonly path: string;
  readonly from: string;
  readonly value: Value | undefined;

  constructor({ op, path, from, value }: JsonPatchFields) {
    super();
    this.op = op;
    this.path = path;
    this.from = from;
    this.value = value;
  }

  override getField(name: string): Value {
    if (name === "value") return this.value ?? new EvalError("no such key: value");
    return name === "op" || name === "path" || name === "from"
      ? this[name]
      : new EvalError(`unsupported indexer: ${name}`);
  }

  override isSet(name: string): boolean {
    if (name === "value") return this.value !== undefined;
    return (name === "op" || name === "path" || name === "from") && this[name] !== "";
  }

  override equals(other: Value, effort: Effort): Value {
    if (!(other instanceof JsonPatchValue)) return false;
    if (other.op !== this.op || other.path !== this.path || other.from !== this.from) return false;
    if (this.value === undefined || other.value === undefined) return this.value === other.value;
    return equalValues(this.value, other.value, effort);
  }
}

interface JsonPatchFields {
  readonly op: string;
  readonly path: string;
  readonly from: string;
  readonly value: Value | undefined;
}

/** Members without a JSON type by their paths. */
export type Natives = Map<string, NativeValue>;

/** The name of the Go type that a value holds. */
const nativeName = (value: Value): string =>
  (
    { int: "int64", bool: "bool", double: "float64", uint: "uint64", bytes: "[]uint8" } as Readonly<
      Record<string, string>
    >
  )[typeOfValue(value).kind] ?? goNameOf(value);

function newJsonPatch(fields: ReadonlyMap<string, Value>): Value {
  const texts = { op: "", path: "", from: "" };
  for (const [name, value] of fields) {
    if (name === "value") continue;
    if (name !== "op" && name !== "path" && name !== "from")
      return new EvalError(`unexpected JSONPatchType field: ${name}`);
    if (typeof value !== "string")
      return new EvalError(`unexpected type ${nativeName(value)} for JSONPatchType '${name}' field`);
    texts[name] = value;
  }
  return new JsonPatchValue({ ...texts, value: fields.get("value") });
}

const isObjectName = (name: string): boolean => name === rootName || name.startsWith(`${rootName}.`);

/** Provides `Object`, `Object.<field>...` and `JSONPatch` (mutation.DynamicTypeResolver). */
export const patchTypes: TypeProvider = {
  findStruct: (name) => (name === jsonPatchType.name ? jsonPatchType : isObjectName(name) ? structOf(name) : undefined),
  findField(struct, field) {
    if (isObjectName(struct)) return dynType;
    if (struct !== jsonPatchType.name) return undefined;
    if (field === "value") return dynType;
    return field === "op" || field === "path" || field === "from" ? stringType : noType;
  },
  newValue(struct, fields) {
    if (struct === jsonPatchType.name) return newJsonPatch(fields);
    return isObjectName(struct)
      ? new ConstructedObject(structOf(struct), fields)
      : new EvalError(`unknown type '${struct}'`);
  },
};

/**
 * Returns the errors for constructed objects whose type names do not match the paths of the fields that hold them
 * (ObjectVal.CheckTypeNamesMatchFieldPathNames).
 */
export const typeNameProblems = (object: ConstructedObject): readonly string[] => problemsIn(object, object.type.name);

function problemsIn(value: Value, expected: string): readonly string[] {
  if (value instanceof ListValue) return value.toArray().flatMap((item) => problemsIn(item, expected));
  if (value instanceof MapValue) return value.keys().flatMap((key) => problemsIn(value.find(key) ?? null, expected));
  if (!(value instanceof ConstructedObject)) return [];
  const { name } = value.type;
  const own =
    name === expected
      ? []
      : [
          `unexpected type name ${JSON.stringify(name)}, expected ${JSON.stringify(expected)}, which matches field name path from root Object type`,
        ];
  return [...own, ...[...value.fields].flatMap(([field, member]) => problemsIn(member, `${expected}.${field}`))];
}

/**
 * Converts a constructed object to JSON (ObjectVal.ConvertToNative); `natives` receives the members without a JSON type
 * by their paths. Returns an error message for a value without a JSON form.
 */
export function constructedJson(object: ConstructedObject, natives: Natives, path = ""): JsonObject | string {
  const json: Record<string, JsonValue> = {};
  for (const [name, value] of object.fields) {
    const member = memberJson(value, `${path}.${name}`, natives);
    if (typeof member === "object" && member instanceof EvalError)
      return `fail to convert field ${quoteGo(name)}: ${member.message}`;
    setMember(json, name, member);
  }
  return json;
}

/** Converts an object within an object. Where that fails, the error is its Go value. */
function innerJson(object: ConstructedObject, path: string, natives: Natives): JsonValue {
  const json = constructedJson(object, natives, path);
  if (typeof json !== "string") return json;
  natives.set(path, { type: "*types.Err", syntax: "&types.Err{}", text: json });
  return null;
}

/** Formats a map key as `%q`: integers as characters; other types do not support it. */
function quotedKey(key: Value): string {
  const code = key instanceof Uint ? key.value : key;
  if (!isInt(code)) return `%!q(${goNameOf(key)}=${printValue(key)})`;
  const char = code >= 0 && code <= 0x10ffff ? String.fromCodePoint(Number(code)) : "\ufffd";
  return char === '"' || char === "'" ? `'${char === "'" ? "\\'" : char}'` : `'${quoteGo(char).slice(1, -1)}'`;
}

function memberJson(value: Value, path: string, natives: Natives): JsonValue | EvalError {
  if (value instanceof ConstructedObject) return innerJson(value, path, natives);
  if (value instanceof ListValue) return listJson(value, path, natives);
  if (value instanceof MapValue) {
    const keys = value.keys();
    const odd = keys.find((key) => typeof key !== "string");
    if (odd !== undefined) return new EvalError(`map key ${quotedKey(odd)} is of type ${goNameOf(odd)}, not string`);
    return membersJson(
      keys.map((key) => [String(key), value.find(key) ?? null] as const),
      path,
      natives,
    );
  }
  if (value instanceof Optional) return value.value === undefined ? null : memberJson(value.value, path, natives);
  if (value instanceof Type) return value.name;
  const native = nativeValue(value);
  if (native !== undefined) natives.set(path, native);
  return value instanceof Double || typeof value !== "object" ? value : jsonOf(protobufJson(value));
}

function listJson(list: ListValue, path: string, natives: Natives): JsonValue | EvalError {
  const items: JsonValue[] = [];
  for (const [i, element] of list.toArray().entries()) {
    const item = memberJson(element, `${path}[${i}]`, natives);
    if (item instanceof EvalError) return item;
    items.push(item);
  }
  return items;
}

function membersJson(
  members: readonly (readonly [string, Value])[],
  path: string,
  natives: Natives,
): JsonValue | EvalError {
  const json: Record<string, JsonValue> = {};
  for (const [name, value] of members) {
    const member = memberJson(value, `${path}.${name}`, natives);
    if (member instanceof EvalError) return member;
    setMember(json, name, member);
  }
  return json;
}

/** Converts the value of a JSON patch operation through protobuf's Value, in which all numbers are doubles. */
export function patchValueJson(value: Value): JsonValue | EvalError {
  if (!(value instanceof ConstructedObject)) return jsonOf(protobufJson(value));
  const json = constructedJson(value, new Map());
  return typeof json === "string" ? new EvalError(json) : json;
}

const marshalError =
  "json: error calling MarshalJSON for type *structpb.Value: proto: google.protobuf.Value.number_value";

function doubleJson(value: Double): JsonValue | EvalError {
  if (Number.isSafeInteger(value.value)) return value.value;
  return Number.isFinite(value.value)
    ? value
    : new EvalError(`${marshalError}: invalid ${formatGoFloat(value.value)} value`);
}

/** Converts a value that consists of JSON types only. */
function jsonOf(value: Value): JsonValue | EvalError {
  if (value instanceof EvalError || value === null || typeof value !== "object") return value;
  if (value instanceof Double) return doubleJson(value);
  if (value instanceof ListValue) return jsonList(value);
  if (value instanceof MapValue) return jsonMembers(value);
  return new EvalError(`type conversion error from '${typeOfValue(value).name}' to 'google.protobuf.Value'`);
}

function jsonList(list: ListValue): JsonValue | EvalError {
  const items: JsonValue[] = [];
  for (const element of list.toArray()) {
    const item = jsonOf(element);
    if (item instanceof EvalError) return item;
    items.push(item);
  }
  return items;
}

function jsonMembers(map: MapValue): JsonValue | EvalError {
  const json: Record<string, JsonValue> = {};
  for (const key of map.keys()) {
    const member = jsonOf(map.find(key) ?? null);
    if (member instanceof EvalError) return member;
    setMember(json, String(key), member);
  }
  return json;
}
