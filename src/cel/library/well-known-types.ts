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
  nullType,
  stringType,
  timestampType,
  uintType,
  type Type,
} from "../types/type.ts";
import { protobufJson } from "./protobuf-json.ts";
import { HashMap } from "../values/hash-map.ts";
import { checkedInt } from "../values/int.ts";
import { ArrayList, type Value } from "../values/value.ts";
import { Duration } from "../values/duration.ts";
import { EvalError, integerOverflow, uintOverflow } from "../values/eval-error.ts";
import { isInt } from "../values/numeric.ts";
import { checkedTimestamp } from "../values/timestamp.ts";
import { Uint } from "../values/uint.ts";

type Fields = ReadonlyMap<string, Value>;

/** A well-known protobuf message that maps to a CEL type. */
interface WellKnown {
  readonly type: Type;
  readonly fields: Readonly<Record<string, Type>>;
  make(fields: Fields): Value;
}

/** A wrapper of a primitive type; `narrow` converts to a smaller numeric type. */
const wrapper = (wrapped: Type, zero: Value, narrow: (value: Value) => Value = (value) => value): WellKnown => ({
  type: nullableOf(wrapped),
  fields: { value: wrapped },
  make: (fields) => narrow(valueOr(fields, "value", zero)),
});

const misfit = (field: string, { message }: EvalError): EvalError =>
  new EvalError(`field type conversion error for google.protobuf.${field} value type: ${message}`);

const isInt32 = (value: Value): boolean => typeof value === "number" && value >= -(2 ** 31) && value < 2 ** 31;
const isUint32 = (value: Value): boolean => value instanceof Uint && value.value < 2 ** 32;

const narrowInt = (value: Value): Value => (isInt32(value) ? value : misfit("Int32Value.value", integerOverflow));
const narrowUint = (value: Value): Value => (isUint32(value) ? value : misfit("UInt32Value.value", uintOverflow));
const narrowFloat = (value: Value): Value => (value instanceof Double ? new Double(Math.fround(value.value)) : value);

/** Converts a field to JSON. */
function jsonField(fields: Fields, name: string, field: string, zero: Value): Value {
  const json = protobufJson(valueOr(fields, name, zero));
  return json instanceof EvalError ? misfit(field, json) : json;
}

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

const time = { seconds: intType, nanos: intType };
const notConvertible = new EvalError("unsupported conversion to ref.Val: (*dynamicpb.Message)");

const wellKnown: ReadonlyMap<string, WellKnown> = new Map([
  [
    "google.protobuf.Any",
    { type: anyType, fields: { type_url: stringType, value: bytesType }, make: () => notConvertible },
  ],
  ["google.protobuf.BoolValue", wrapper(boolType, false)],
  ["google.protobuf.BytesValue", wrapper(bytesType, new Uint8Array())],
  ["google.protobuf.DoubleValue", wrapper(doubleType, new Double(0))],
  ["google.protobuf.Duration", { type: durationType, fields: time, make: makeDuration }],
  ["google.protobuf.FloatValue", wrapper(doubleType, new Double(0), narrowFloat)],
  ["google.protobuf.Int32Value", wrapper(intType, 0, narrowInt)],
  ["google.protobuf.Int64Value", wrapper(intType, 0)],
  [
    "google.protobuf.ListValue",
    {
      type: listType,
      fields: { values: listType },
      make: (fields) => jsonField(fields, "values", "ListValue.values", new ArrayList([])),
    },
  ],
  ["google.protobuf.StringValue", wrapper(stringType, "")],
  [
    "google.protobuf.Struct",
    {
      type: mapOf(stringType, dynType),
      fields: { fields: mapOf(stringType, dynType) },
      make: (fields) => jsonField(fields, "fields", "Struct.fields", new HashMap()),
    },
  ],
  [
    "google.protobuf.Timestamp",
    {
      type: timestampType,
      fields: time,
      make: (fields) => checkedTimestamp(Number(intField(fields, "seconds")), Number(intField(fields, "nanos"))),
    },
  ],
  ["google.protobuf.UInt32Value", wrapper(uintType, new Uint(0), narrowUint)],
  ["google.protobuf.UInt64Value", wrapper(uintType, new Uint(0))],
  [
    "google.protobuf.Value",
    {
      type: dynType,
      fields: {
        null_value: nullType,
        number_value: doubleType,
        string_value: stringType,
        bool_value: boolType,
        struct_value: mapOf(stringType, dynType),
        list_value: listType,
      },
      make: (fields) => protobufJson([...fields.values()].at(-1) ?? null),
    },
  ],
]);

/** The types whose names are values: those that values have themselves (types.NewRegistry). */
const typeValues: ReadonlySet<string> = new Set(["google.protobuf.Duration", "google.protobuf.Timestamp"]);

/** The well-known protobuf types, available to every expression. */
export const wellKnownTypes: TypeProvider = {
  isNoValue: (name) => !typeValues.has(name),
  findStruct: (name) => wellKnown.get(name)?.type,
  findField: (struct, field) => {
    const fields = wellKnown.get(struct)?.fields;
    return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
  },
  newValue: (struct, fields) => {
    const known = wellKnown.get(struct);
    return known === undefined ? new EvalError(`unknown type '${struct}'`) : known.make(fields);
  },
};
