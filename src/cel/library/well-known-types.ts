import { Double } from "../../apimachinery/json/value.ts";
import type { TypeProvider } from "../env/type-provider.ts";
import {
  anyType,
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapOf,
  nullableOf,
  stringType,
  structOf,
  timestampType,
  uintType,
  type Type,
} from "../types/type.ts";
import { MessageValue } from "./message-value.ts";
import { nativeValue, type NativeType } from "./native-value.ts";
import { protobufJson, protobufList, protobufMap } from "./protobuf-json.ts";
import { HashMap } from "../values/hash-map.ts";
import { checkedInt } from "../values/int.ts";
import { ArrayList, ListValue, MapValue, type Value } from "../values/value.ts";
import { Duration } from "../values/duration.ts";
import { EvalError } from "../values/eval-error.ts";
import { isInt } from "../values/numeric.ts";
import { checkedTimestamp } from "../values/timestamp.ts";
import { typeOfValue } from "../values/type-of.ts";
import { Uint } from "../values/uint.ts";

type Fields = ReadonlyMap<string, Value>;

/** A field of a message: its type, and the Go type that values are converted to, unless it is a list or a map. */
interface MessageField {
  readonly type: Type;
  readonly native?: NativeType | "*structpb.Value";
}

/** A protobuf message that every expression knows; `make` gets converted fields. */
interface WellKnown {
  readonly type: Type;
  readonly fields: Readonly<Record<string, MessageField>>;
  make(fields: Fields): Value;
}

/** A wrapper of a primitive type. */
const wrapper = (wrapped: Type, native: NativeType, zero: Value): WellKnown => ({
  type: nullableOf(wrapped),
  fields: { value: { type: wrapped, native } },
  make: (fields) => valueOr(fields, "value", zero),
});

/** A message that is no value of CEL's own; `unset` has the values of fields that are not set. */
const message = (
  name: string,
  fields: WellKnown["fields"] = {},
  unset: Readonly<Record<string, Value>> = {},
): readonly [string, WellKnown] => [
  name,
  { type: structOf(name), fields, make: (given) => new MessageValue(name, withoutZeros(given, unset), unset) },
];

/** A field of a scalar type is not set if it is zero. */
const withoutZeros = (fields: Fields, unset: Readonly<Record<string, Value>>): Fields =>
  new Map([...fields].filter(([name, value]) => unset[name] === null || value !== unset[name]));

function valueOr(fields: Fields, name: string, zero: Value): Value {
  const value = fields.get(name);
  return value === undefined ? zero : value;
}

const intField = (fields: Fields, name: string): bigint => {
  const value = fields.get(name);
  return value !== undefined && isInt(value) ? BigInt(value) : 0n;
};

function makeDuration(fields: Fields): Value {
  const nanos = checkedInt(intField(fields, "seconds") * 1000000000n + intField(fields, "nanos"));
  return nanos instanceof EvalError ? nanos : new Duration(nanos);
}

const time: WellKnown["fields"] = {
  seconds: { type: intType, native: "int64" },
  nanos: { type: intType, native: "int32" },
};
const jsonMap = mapOf(stringType, dynType);
const notConvertible = new EvalError("unsupported conversion to ref.Val: (*dynamicpb.Message)");

const wellKnown: ReadonlyMap<string, WellKnown> = new Map([
  [
    "google.protobuf.Any",
    {
      type: anyType,
      fields: { type_url: { type: stringType, native: "string" }, value: { type: bytesType, native: "[]uint8" } },
      make: () => notConvertible,
    },
  ],
  ["google.protobuf.BoolValue", wrapper(boolType, "bool", false)],
  ["google.protobuf.BytesValue", wrapper(bytesType, "[]uint8", new Uint8Array())],
  ["google.protobuf.DoubleValue", wrapper(doubleType, "float64", new Double(0))],
  ["google.protobuf.Duration", { type: durationType, fields: time, make: makeDuration }],
  message("google.protobuf.Empty"),
  ["google.protobuf.FloatValue", wrapper(doubleType, "float32", new Double(0))],
  ["google.protobuf.Int32Value", wrapper(intType, "int32", 0)],
  ["google.protobuf.Int64Value", wrapper(intType, "int64", 0)],
  [
    "google.protobuf.ListValue",
    {
      type: listType,
      fields: { values: { type: listType } },
      make: (fields) => valueOr(fields, "values", new ArrayList([])),
    },
  ],
  ["google.protobuf.StringValue", wrapper(stringType, "string", "")],
  [
    "google.protobuf.Struct",
    {
      type: jsonMap,
      fields: { fields: { type: jsonMap } },
      make: (fields) => valueOr(fields, "fields", new HashMap()),
    },
  ],
  message(
    "google.protobuf.Struct.FieldsEntry",
    { key: { type: stringType, native: "string" }, value: { type: dynType, native: "*structpb.Value" } },
    { key: "", value: null },
  ),
  [
    "google.protobuf.Timestamp",
    {
      type: timestampType,
      fields: time,
      make: (fields) => checkedTimestamp(Number(intField(fields, "seconds")), Number(intField(fields, "nanos"))),
    },
  ],
  ["google.protobuf.UInt32Value", wrapper(uintType, "uint32", new Uint(0))],
  ["google.protobuf.UInt64Value", wrapper(uintType, "uint64", new Uint(0))],
  [
    "google.protobuf.Value",
    {
      type: dynType,
      fields: {
        null_value: { type: intType, native: "protoreflect.EnumNumber" },
        number_value: { type: doubleType, native: "float64" },
        string_value: { type: stringType, native: "string" },
        bool_value: { type: boolType, native: "bool" },
        struct_value: { type: jsonMap, native: "*structpb.Struct" },
        list_value: { type: listType, native: "*structpb.ListValue" },
      },
      make: (fields) => {
        const [kind, value = null] = [...fields].at(-1) ?? [];
        return kind === "null_value" ? null : value;
      },
    },
  ],
]);

/** Returns the message of a name with its fields converted to their types. */
function makeMessage(name: string, { fields, make }: WellKnown, given: Fields): Value {
  const converted = new Map<string, Value>();
  for (const [fieldName, value] of given) {
    const field = fields[fieldName];
    if (field === undefined) continue; // refused by the checker
    const result = field.native === undefined ? elementsOf(value, field.type) : fieldValue(value, field.native);
    if (result === undefined)
      return new EvalError(`unsupported field type for ${name}.${fieldName}: ${typeOfValue(value).toString()}`);
    if (result instanceof EvalError)
      return new EvalError(`field type conversion error for ${name}.${fieldName} value type: ${result.message}`);
    converted.set(fieldName, result);
  }
  return make(converted);
}

function fieldValue(value: Value, native: NonNullable<MessageField["native"]>): Value {
  if (native === "*structpb.Value") return protobufJson(value);
  const taken = nativeValue(value, native);
  return taken instanceof ListValue || taken instanceof MapValue ? protobufJson(taken) : taken;
}

/** Returns the converted elements of a list or map; undefined for other values. */
function elementsOf(value: Value, { kind }: Type): Value | undefined {
  if (kind === "list") return value instanceof ListValue ? protobufList(value) : undefined;
  return value instanceof MapValue ? protobufMap(value) : undefined;
}

/** The messages whose names are values; the others stand for types of CEL's own (types.NewRegistry). */
const typeValues: ReadonlySet<string> = new Set([
  "google.protobuf.Duration",
  "google.protobuf.Empty",
  "google.protobuf.Struct.FieldsEntry",
  "google.protobuf.Timestamp",
]);

/** The constants of enumerations. */
const constants: ReadonlyMap<string, Value> = new Map([["google.protobuf.NullValue.NULL_VALUE", 0]]);

/** The protobuf messages and enumerations that are available to every expression. */
export const wellKnownTypes: TypeProvider = {
  isNoValue: (name) => !typeValues.has(name),
  findStruct: (name) => wellKnown.get(name)?.type,
  findField: (struct, field) => {
    const fields = wellKnown.get(struct)?.fields;
    return fields !== undefined && Object.hasOwn(fields, field) ? fields[field]?.type : undefined;
  },
  findConstant: (name) => constants.get(name),
  newValue: (struct, fields) => {
    const known = wellKnown.get(struct);
    return known === undefined ? new EvalError(`unknown type '${struct}'`) : makeMessage(struct, known, fields);
  },
};
