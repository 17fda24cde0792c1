import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { setMember } from "../../../apimachinery/json/members.ts";
import { Double, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { TypeProvider } from "../../../cel/env/type-provider.ts";
import { protobufJson } from "../../../cel/library/protobuf-json.ts";
import { dynType, stringType, structOf, type Type } from "../../../cel/types/type.ts";
import { equalValues } from "../../../cel/values/equality.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import { goNameOf, printValue } from "../../../cel/values/print.ts";
import { typeOfValue } from "../../../cel/values/type-of.ts";
import { ListValue, MapValue, ObjectValue, type Value } from "../../../cel/values/value.ts";

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

  override equals(other: Value): Value {
    if (!(other instanceof ConstructedObject) || other.type.name !== this.type.name) return false;
    if (other.fields.size !== this.fields.size) return false;
    for (const [name, value] of this.fields) {
      const theirs = other.fields.get(name);
      if (theirs === undefined || equalValues(value, theirs) !== true) return false;
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

  override equals(other: Value): Value {
    if (!(other instanceof JsonPatchValue)) return false;
    if (other.op !== this.op || other.path !== this.path || other.from !== this.from) return false;
    if (this.value === undefined || other.value === undefined) return this.value === other.value;
    return equalValues(this.value, other.value);
  }
}

interface JsonPatchFields {
  readonly op: string;
  readonly path: string;
  readonly from: string;
  readonly value: Value | undefined;
}

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
 * Converts a constructed object to JSON (ObjectVal.ConvertToNative); `nulls` receives the paths of members that are
 * null. Returns an error message for a value without a JSON form.
 */
export function constructedJson(object: ConstructedObject, nulls: string[]): JsonObject | string {
  const json: Record<string, JsonValue> = {};
  for (const [name, value] of object.fields) {
    const member = memberJson(value, `.${name}`, nulls);
    if (typeof member === "object" && member instanceof EvalError)
      return `fail to convert field ${quoteGo(name)}: ${member.message}`;
    setMember(json, name, member);
  }
  return json;
}

function memberJson(value: Value, path: string, nulls: string[]): JsonValue | EvalError {
  if (value instanceof ConstructedObject) return membersJson([...value.fields], path, nulls);
  if (value instanceof ListValue) return listJson(value, path, nulls);
  if (value instanceof MapValue) {
    const keys = value.keys();
    const odd = keys.find((key) => typeof key !== "string");
    if (odd !== undefined)
      return new EvalError(`map key ${quoteGo(printValue(odd))} is of type ${goNameOf(odd)}, not string`);
    return membersJson(
      keys.map((key) => [String(key), value.find(key) ?? null] as const),
      path,
      nulls,
    );
  }
  if (value === null) nulls.push(path);
  return value instanceof Double || typeof value !== "object" ? value : jsonOf(protobufJson(value));
}

function listJson(list: ListValue, path: string, nulls: string[]): JsonValue | EvalError {
  const items: JsonValue[] = [];
  for (const [i, element] of list.toArray().entries()) {
    const item = memberJson(element, `${path}[${i}]`, nulls);
    if (item instanceof EvalError) return item;
    items.push(item);
  }
  return items;
}

function membersJson(
  members: readonly (readonly [string, Value])[],
  path: string,
  nulls: string[],
): JsonValue | EvalError {
  const json: Record<string, JsonValue> = {};
  for (const [name, value] of members) {
    const member = memberJson(value, `${path}.${name}`, nulls);
    if (member instanceof EvalError) return member;
    setMember(json, name, member);
  }
  return json;
}

/** Converts the value of a JSON patch operation through protobuf's Value, in which all numbers are doubles. */
export function patchValueJson(value: Value): JsonValue | EvalError {
  if (!(value instanceof ConstructedObject)) return jsonOf(protobufJson(value));
  const json = constructedJson(value, []);
  return typeof json === "string" ? new EvalError(json) : json;
}

/** Converts a value that consists of JSON types only. */
function jsonOf(value: Value): JsonValue | EvalError {
  if (value instanceof EvalError || value === null || typeof value !== "object") return value;
  if (value instanceof Double) return Number.isSafeInteger(value.value) ? value.value : value;
  if (value instanceof ListValue) return value.toArray().map((item) => jsonOf(item) as JsonValue);
  if (value instanceof MapValue)
    return Object.fromEntries(value.keys().map((key) => [String(key), jsonOf(value.find(key) ?? null) as JsonValue]));
  return new EvalError(`type conversion error from '${typeOfValue(value).name}' to 'google.protobuf.Value'`);
}
