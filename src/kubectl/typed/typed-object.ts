import { encodeScalar, quoteJson, sortedKeys } from "../../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { kindOf, textAt } from "../json-access.ts";
import { typeFields } from "./generated/type-fields.ts";

/** A field of a Go type. */
export interface TypeField {
  readonly name: string;
  /** What Go writes for a field without a value; undefined if it leaves the field out. */
  readonly zero: JsonValue | undefined;
  /** The type of the value, or of the items of a list; "" for others. */
  readonly type: string;
  /** Its patchStrategy, and its patchMergeKey after `=`; "" for none. */
  readonly patch: string;
}

const zeros: Readonly<Record<string, JsonValue>> = { o: {}, s: "", q: "0", i: 0, b: false, n: null };

function fieldOf(text: string): TypeField {
  const parts = /^([^!:~*]+)(?:!(\w))?(?::([^*]*)|~)?(?:\*(.*))?$/.exec(text) ?? [];
  const [, name = "", zero = "", type = "", patch = ""] = parts;
  return { name, zero: zeros[zero], type, patch };
}

let typesByName: ReadonlyMap<string, readonly TypeField[]> | undefined;

/** The fields of one of kubectl's types in Go's order; undefined for other types. */
export function fieldsOfType(name: string): readonly TypeField[] | undefined {
  typesByName ??= new Map(
    typeFields
      .trim()
      .split("\n")
      .map((line) => line.split(" "))
      .map(([type = "", ...fields]) => [type, fields.map(fieldOf)]),
  );
  const fields = typesByName.get(name);
  const item = name.replace(/List$/, "");
  if (name === "v1/List") return listFields("");
  return fields ?? (item !== name && typesByName.has(item) ? listFields(item) : undefined);
}

const listFields = (item: string): readonly TypeField[] =>
  ["kind", "apiVersion", "metadata", `items!n:${item}`].map(fieldOf);

/** The type of an object, as `fieldsOfType` knows it. */
export const typeOf = (object: JsonObject): string => `${textAt(object, "apiVersion")}/${kindOf(object)}`;

/** Reports whether kubectl's types have the kind of an object. */
export const isTyped = (object: JsonObject): boolean => fieldsOfType(typeOf(object)) !== undefined;

/** An object with what Go's encoding of its type always writes: empty structs, and fields without omitempty. */
export const withZeroValues = (object: JsonObject): JsonObject => {
  const whole = completed(object, typeOf(object));
  return isObject(whole) ? whole : object;
};

/** An object with the fields alone that its Go type has, as decoding it leaves them. */
export const withKnownFields = (object: JsonObject): JsonObject => {
  const known = pruned(object, typeOf(object));
  return isObject(known) ? known : object;
};

function pruned(value: JsonValue, type: string): JsonValue {
  if (isList(value)) return value.map((item) => pruned(item, type));
  const fields = fieldsOfType(type);
  if (!isObject(value) || fields === undefined) return value;
  const kept = fields.flatMap(({ name, type: inner }) => {
    const member = value[name];
    return member === undefined ? [] : [[name, pruned(member, inner)] as const];
  });
  return Object.fromEntries(kept);
}

function completed(value: JsonValue, type: string): JsonValue {
  if (isList(value)) return value.map((item) => completed(item, type));
  const fields = fieldsOfType(type);
  if (!isObject(value) || fields === undefined) return value;
  const next: Record<string, JsonValue> = { ...value };
  for (const { name, zero, type: inner } of fields) {
    const member = next[name] ?? zero;
    if (member !== undefined) next[name] = completed(member, inner);
  }
  return next;
}

/** JSON as json.MarshalIndent prints an object of a Go type: its fields in Go's order, the keys of maps sorted. */
export const typedJson = (object: JsonObject, indent = "    "): string => typed(object, typeOf(object), indent, "");

function typed(value: JsonValue, type: string, indent: string, before: string): string {
  const deeper = before + indent;
  if (isList(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => deeper + typed(item, type, indent, deeper)).join(",\n")}\n${before}]`;
  }
  if (!isObject(value)) return encodeScalar(value) ?? "null";
  const fields = fieldsOfType(type);
  const known = (fields ?? []).filter(({ name }) => value[name] !== undefined);
  const others = sortedKeys(value).filter((key) => value[key] !== undefined && !known.some(({ name }) => name === key));
  const members = [...known, ...others.map((name) => ({ name, type: "" }))].map(
    ({ name, type: inner }) => `${deeper}${quoteJson(name)}: ${typed(value[name] ?? null, inner, indent, deeper)}`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${before}}`;
}
