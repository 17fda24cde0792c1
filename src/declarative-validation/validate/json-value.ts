import { base64OfBytes, bytesOfBase64 } from "../../apimachinery/base64.ts";
import { PrintedValue, type BadValue } from "../../apimachinery/field-error.ts";
import { encodeJson, quoteJson } from "../../apimachinery/json/encode.ts";
import { floatNumber } from "../../apimachinery/json/number.ts";
import { Double, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { readTime, rfc3339Layout, rfc3339MicroLayout, TimeParseError } from "../../apimachinery/time-parse.ts";
import { concreteType, isByte, nativeType, typeName, type GoType, type Member } from "../go/go-type.ts";
import { jsonFields, type JsonField } from "../go/json-fields.ts";
import { fieldOf, GoCustom, GoStruct, isList, isZeroScalar, lengthOf, type GoValue } from "./go-value.ts";

/** JSON that does not fit a Go type; `field` is the JSON path of what does not. */
export class JsonDecodeError extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.name = "JsonDecodeError";
    this.field = field;
  }
}

const metaPackage = "k8s.io/apimachinery/pkg/apis/meta/v1";
const customTypes = new Set([
  ...["Time", "MicroTime", "Duration", "FieldsV1"].map((name) => `${metaPackage}.${name}`),
  "k8s.io/apimachinery/pkg/util/intstr.IntOrString",
  "k8s.io/apimachinery/pkg/api/resource.Quantity",
  "k8s.io/apimachinery/pkg/runtime.RawExtension",
  "time.Time",
]);

/**
 * Decodes JSON as the API server's decoder does: absent or null is nil, or the zero value; unknown members are left
 * out. Throws a JsonDecodeError for JSON of another type.
 */
export function decodeGo(type: GoType, json: JsonValue | undefined, field = ""): GoValue {
  if (type.kind === "Pointer" && type.elem !== undefined)
    return json === undefined || json === null ? undefined : decodeGo(type.elem, json, field);
  const native = nativeType(type);
  if (customTypes.has(typeName(type))) return decodeCustom(type, json);
  switch (native.kind) {
    case "Struct":
      return decodeStruct(type.kind === "Struct" ? type : native, json, field);
    case "Slice":
      return decodeList(native, json, field);
    case "Map":
      return decodeMap(native, json, field);
    case "Builtin":
      return decodeScalar(native, json, field);
    case "Interface":
    case "Alias":
    case "Pointer":
    case "Array":
    case "Chan":
    case "Func":
    case "Unsupported":
      return json === undefined || json === null ? undefined : new GoCustom(json, encodeJson(json));
  }
}

/** Times are compared by their instant, everything else by its text. */
function decodeCustom(type: GoType, json: JsonValue | undefined): GoCustom {
  if (json === undefined || json === null) return new GoCustom(null, "null");
  if (typeof json !== "string" || (type.name !== "Time" && type.name !== "MicroTime"))
    return new GoCustom(json, encodeJson(json));
  try {
    const time = readTime(json, type.name === "Time" ? rfc3339Layout : rfc3339MicroLayout);
    return new GoCustom(json, `${time.seconds}.${time.nanos}`);
  } catch (error) {
    if (!(error instanceof TimeParseError)) throw error;
    throw new JsonDecodeError("", error.message);
  }
}

function mismatch(type: GoType, json: JsonValue, field: string): JsonDecodeError {
  const found = isObject(json)
    ? "object"
    : Array.isArray(json)
      ? "array"
      : typeof json === "string"
        ? "string"
        : typeof json === "boolean"
          ? "bool"
          : "number";
  return new JsonDecodeError(
    field,
    `json: cannot unmarshal ${found} into Go struct field ${field} of type ${typeName(type)}`,
  );
}

const below = (field: string, name: string): string => (field === "" ? name : `${field}.${name}`);

function decodeStruct(type: GoType, json: JsonValue | undefined, field: string): GoStruct {
  if (json !== undefined && json !== null && !isObject(json)) throw mismatch(type, json, field);
  return structOf(type, isObject(json) ? json : {}, jsonFields(type), 0, field);
}

/** Decodes the fields of a struct that is `depth` embeddings deep; `fields` are all JSON members of the outermost. */
function structOf(
  type: GoType,
  json: JsonObject,
  fields: readonly JsonField[],
  depth: number,
  field: string,
): GoStruct {
  const values = new Map<string, GoValue>();
  for (const member of type.members) {
    const own = fields.filter((found) => found.path[depth] === member);
    const leaf = own.find((found) => found.path.length === depth + 1);
    if (leaf !== undefined) values.set(member.name, decodeGo(member.type, json[leaf.name], below(field, leaf.name)));
    else values.set(member.name, embeddedValue(member, json, own, depth, field));
  }
  return new GoStruct(type, values);
}

function embeddedValue(
  member: Member,
  json: JsonObject,
  own: readonly JsonField[],
  depth: number,
  field: string,
): GoValue {
  const target = member.type.kind === "Pointer" ? member.type.elem : member.type;
  if (own.length === 0 || target === undefined) return decodeGo(member.type, undefined);
  const isThere = own.some((found) => Object.hasOwn(json, found.name));
  return member.type.kind === "Pointer" && !isThere ? undefined : structOf(target, json, own, depth + 1, field);
}

function decodeList(type: GoType, json: JsonValue | undefined, field: string): GoValue {
  const elem = type.elem;
  if (json === undefined || json === null || elem === undefined) return undefined;
  if (isBytes(type)) {
    if (typeof json !== "string") throw mismatch(type, json, field);
    return [...bytesOfBase64(json)];
  }
  if (!Array.isArray(json)) throw mismatch(type, json, field);
  return json.map((item: JsonValue, index) => decodeGo(elem, item, `${field}[${index}]`));
}

const isBytes = (type: GoType): boolean => type.elem !== undefined && isByte(concreteType(type.elem));

function decodeMap(type: GoType, json: JsonValue | undefined, field: string): GoValue {
  const elem = type.elem;
  if (json === undefined || json === null || elem === undefined) return undefined;
  if (!isObject(json)) throw mismatch(type, json, field);
  return new Map(Object.entries(json).map(([key, value]) => [key, decodeGo(elem, value, `${field}[${key}]`)]));
}

function decodeScalar(type: GoType, json: JsonValue | undefined, field: string): GoValue {
  const absent = json === undefined || json === null;
  if (type.name === "string") {
    if (absent) return "";
    if (typeof json === "string") return json;
  } else if (type.name === "bool") {
    if (absent) return false;
    if (typeof json === "boolean") return json;
  } else if (absent) return 0;
  else if (type.name.startsWith("float")) {
    if (json instanceof Double) return json.value;
    if (typeof json === "number" || typeof json === "bigint") return Number(json);
  } else {
    const integer = integerOf(type, json);
    if (integer !== undefined) return inRange(type, integer, field);
  }
  throw mismatch(type, json, field);
}

const maxUint64 = 2n ** 64n - 1n;

/** Returns an integer; decoders have integers beyond int64, which only uint64 holds, as the nearest float. */
function integerOf(type: GoType, json: JsonValue): number | bigint | undefined {
  if (typeof json === "bigint") return json;
  const number = json instanceof Double && json.value >= 2 ** 63 ? json.value : json;
  if (typeof number !== "number" || !Number.isInteger(number)) return undefined;
  if (number < 2 ** 63 || !isUnsigned(type)) return number;
  return number === 2 ** 64 ? maxUint64 : BigInt(number);
}

const isUnsigned = ({ name }: GoType): boolean => name.startsWith("uint") || name === "byte";

/** The size of an integer type; `int` and `uint` have 64 bits, as on the platforms of Kubernetes. */
const bitsOf = ({ name }: GoType): number => (name === "byte" ? 8 : Number(/(?<!\d)\d+$/.exec(name)?.[0] ?? 64));

function inRange(type: GoType, value: number | bigint, field: string): number | bigint {
  const all = 2n ** BigInt(bitsOf(type));
  const least = type.name.startsWith("uint") ? 0n : -all / 2n; // int8 is a byte, too
  const most = isUnsigned(type) ? all - 1n : all / 2n - 1n;
  if (value >= least && value <= most) return value;
  throw new JsonDecodeError(
    field,
    `json: cannot unmarshal number ${value} into Go struct field ${field} of type ${typeName(type)}`,
  );
}

/** Returns a value's JSON text as Go's encoding/json writes it: members in the order of fields, keys sorted. */
export function encodeGo(type: GoType, value: GoValue): string {
  if (value instanceof GoCustom) return encodeJson(value.json);
  if (value === undefined) return "null";
  const native = concreteType(type);
  if (value instanceof GoStruct) return encodeStruct(value);
  if (isList(value)) {
    if (isBytes(native)) return quoteJson(base64OfBytes(Uint8Array.from(value, Number)));
    return `[${value.map((item) => encodeGo(native.elem ?? native, item)).join(",")}]`;
  }
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<string, GoValue>)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${quoteJson(key)}:${encodeGo(native.elem ?? native, item)}`).join(",")}}`;
  }
  return encodeJson(scalarJson(native, value));
}

const scalarJson = (type: GoType, value: GoValue): JsonValue => {
  if (typeof value === "number") return type.name.startsWith("float") ? floatNumber(value) : value;
  return typeof value === "string" || typeof value === "boolean" || typeof value === "bigint" ? value : null;
};

function encodeStruct(struct: GoStruct): string {
  const members: string[] = [];
  for (const { name, path, omitEmpty } of jsonFields(struct.type)) {
    const value = path.reduce<GoValue>((at, member) => fieldOf(at, member.name), struct);
    const type = path.at(-1)?.type;
    const isThere = path.slice(0, -1).every((_, index) => reach(struct, path.slice(0, index + 1)) !== undefined);
    if (type === undefined || !isThere || (omitEmpty && isEmpty(value))) continue;
    members.push(`${quoteJson(name)}:${encodeGo(type, value)}`);
  }
  return `{${members.join(",")}}`;
}

const reach = (struct: GoStruct, path: readonly Member[]): GoValue =>
  path.reduce<GoValue>((at, member) => fieldOf(at, member.name), struct);

const isEmpty = (value: GoValue): boolean =>
  value === undefined || isZeroScalar(value) || (lengthOf(value) === 0 && (isList(value) || value instanceof Map));

/** Returns a value as an error holds it: a text of the type `string` is quoted as Go quotes, others as JSON. */
export function badValueOf(type: GoType, value: GoValue): BadValue {
  if (type.kind !== "Builtin") {
    const plain = typeof value === "boolean" || (typeof value === "number" && Number.isSafeInteger(value));
    return plain ? value : new PrintedValue(encodeGo(type, value));
  }
  return scalarJson(type, value);
}
