import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { Double, type JsonNumber, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { setMember } from "../../../apimachinery/json/members.ts";
import { call, type Walk } from "../../../apimachinery/walk.ts";
import { sortWalk } from "../../../component-base/sort-long.ts";
import { canonicalBase64 } from "../../codec/json/base64.ts";
import { DecodeError, DecodeState } from "../../codec/json/decode-state.ts";
import { compileNode } from "../../codec/json/typed-codec.ts";
import { goType } from "../../patch/strategic/go-value.ts";
import { isList, isObject } from "../../patch/tree.ts";
import type { ObjectSchema, ScalarSchema, Schema } from "../../schema/schema.ts";

/** A value that cannot be converted to its Go type; has the message of upstream's converter. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
}

/**
 * Converts a value so that the JSON decoder accepts what upstream's converter accepts
 * (runtime.DefaultUnstructuredConverter): floats without fraction become integers, and integers overflow silently.
 * Throws ConversionError for the first value that does not match its type, in the order of the fields of the type.
 */
export function* fromUnstructured(value: JsonValue, schema: Schema): Walk<JsonValue> {
  if (value === null) return null;
  switch (schema.kind) {
    case "object":
      return yield* structFrom(value, schema);
    case "map":
      if (!isObject(value)) throw new ConversionError(`cannot restore map from ${kindOf(value)}`);
      return yield* mapFrom(value, schema.values.schema);
    case "list":
      if (!isList(value)) throw new ConversionError(`cannot restore slice from ${kindOf(value)}`);
      return yield* sliceFrom(value, schema.items.schema);
    case "scalar":
      return scalarFrom(value, schema);
    case "raw":
    case "schemaOr":
      return value;
  }
}

function* structFrom(value: JsonValue, schema: ObjectSchema): Walk<JsonValue> {
  if (!isObject(value)) throw new ConversionError(`cannot restore struct from: ${kindOf(value)}`);
  const fields = schema.fields.filter(({ name }) => Object.hasOwn(value, name));
  const converted: { [name: string]: JsonValue } = { ...value };
  for (const field of fields)
    setMember(converted, field.name, yield* call(fromUnstructured(value[field.name] ?? null, field.schema)));
  return converted;
}

function* mapFrom(value: JsonObject, values: Schema): Walk<JsonValue> {
  const converted: { [name: string]: JsonValue } = {};
  for (const name of yield* call(sortWalk(Object.keys(value), compareUtf8)))
    setMember(converted, name, yield* call(fromUnstructured(value[name] ?? null, values)));
  return converted;
}

function* sliceFrom(value: readonly JsonValue[], items: Schema): Walk<JsonValue> {
  const converted: JsonValue[] = [];
  for (const item of value) converted.push(yield* call(fromUnstructured(item, items)));
  return converted;
}

const kinds: Readonly<Record<string, string>> = { "map[string]interface {}": "map", "[]interface {}": "slice" };

/** The Go kind of a value. */
function kindOf(value: JsonValue): string {
  const type = goType(value) ?? "";
  return kinds[type] ?? type;
}

function scalarFrom(value: JsonValue, schema: ScalarSchema): JsonValue {
  switch (schema.type) {
    case "string":
    case "bool":
      return plainFrom(value, schema, schema.type);
    case "int32":
    case "int64":
    case "float64":
      return numberFrom(value, schema, schema.type);
    case "bytes":
      return bytesFrom(value);
    default:
      return selfDecoding(value, schema);
  }
}

/**
 * Converts a value whose type has its own UnmarshalJSON; errors of these types do not include the path of the value.
 */
function selfDecoding(value: JsonValue, schema: ScalarSchema): JsonValue {
  const state = new DecodeState(undefined, undefined, false);
  try {
    if (value !== null) compileNode(schema).decode(value, state);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    state.savedError ??= error;
  }
  if (state.savedError !== undefined) throw new ConversionError(state.savedError.message, { cause: state.savedError });
  return value;
}

function plainFrom(value: JsonValue, { goType: target }: ScalarSchema, kind: "string" | "bool"): JsonValue {
  const from = goType(value);
  if (from === kind) return value;
  throw from === "int64" && kind === "string"
    ? cannotConvert(from, target)
    : new ConversionError(`unrecognized type: ${kind}`);
}

const cannotConvert = (from: string, to: string): ConversionError =>
  new ConversionError(`cannot convert ${from} to ${to}`);

function numberFrom(
  value: JsonValue,
  { goType: target }: ScalarSchema,
  kind: "int32" | "int64" | "float64",
): JsonValue {
  if (typeof value !== "number" && typeof value !== "bigint" && !(value instanceof Double))
    throw new ConversionError(`unrecognized type: ${kind}`);
  if (kind === "float64") return value;
  const integer = integerOf(value);
  if (integer === undefined) throw cannotConvert("float64", target);
  const wrapped = BigInt.asIntN(kind === "int32" ? 32 : 64, integer);
  const small = Number(wrapped);
  return Number.isSafeInteger(small) ? small : wrapped;
}

/** Returns a whole number as an int64. A float that does not fit becomes the smallest one, as on amd64. */
function integerOf(value: JsonNumber): bigint | undefined {
  const number = value instanceof Double ? value.value : value;
  if (typeof number === "bigint") return number;
  if (!Number.isInteger(number)) return undefined;
  return Math.abs(number) < 2 ** 63 ? BigInt(number) : -(2n ** 63n);
}

function bytesFrom(value: JsonValue): JsonValue {
  if (typeof value !== "string") throw new ConversionError(`cannot restore slice from ${kindOf(value)}`);
  const decoded = canonicalBase64(value);
  if (typeof decoded === "string") return value;
  throw new ConversionError(`error decoding from json: illegal base64 data at input byte ${decoded.illegalAt}`);
}
