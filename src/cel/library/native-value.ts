import { Double } from "../../apimachinery/json/value.ts";
import { Type } from "../types/type.ts";
import { Duration } from "../values/duration.ts";
import { EvalError, integerOverflow, uintOverflow } from "../values/eval-error.ts";
import { isInt } from "../values/numeric.ts";
import { Timestamp } from "../values/timestamp.ts";
import { typeOfValue } from "../values/type-of.ts";
import { Uint } from "../values/uint.ts";
import { ListValue, MapValue, OpaqueValue, Optional, type Value } from "../values/value.ts";
import { MessageValue } from "./message-value.ts";

/** Returns the value that a Go type has of a CEL value; undefined if it has none. */
type Taker = (value: Value) => Value | undefined;

const takeInt: Taker = (value) => (isInt(value) ? value : undefined);
const takeInt32: Taker = (value) => {
  if (!isInt(value)) return undefined;
  return typeof value === "number" && value >= -(2 ** 31) && value < 2 ** 31 ? value : integerOverflow;
};
const takeUint: Taker = (value) => (value instanceof Uint ? value : undefined);
const takeUint32: Taker = (value) => {
  if (!(value instanceof Uint)) return undefined;
  return value.value < 2 ** 32 ? value : uintOverflow;
};

function takeString(value: Value): Value | undefined {
  if (value instanceof OpaqueValue) return value.convertsToString ? String(value) : undefined;
  return typeof value === "string" ? value : undefined;
}

/** A list becomes bytes if its elements are. */
function takeBytes(value: Value): Value | undefined {
  if (!(value instanceof ListValue) || value.isSealed) return value instanceof Uint8Array ? value : undefined;
  const bytes = new Uint8Array(value.size);
  for (let i = 0; i < value.size; i++) {
    const element = value.at(i);
    if (!(element instanceof Uint)) return nativeError(element, "uint8");
    if (element.value > 255) return uintOverflow;
    bytes[i] = Number(element.value);
  }
  return bytes;
}

/** The Go types of fields of well-known messages, and what they take. */
const takers = {
  "*structpb.ListValue": (value) => (value instanceof ListValue && !value.isSealed ? value : undefined),
  "*structpb.Struct": (value) => (value instanceof MapValue && !value.isSealed ? value : undefined),
  "[]uint8": takeBytes,
  bool: (value) => (typeof value === "boolean" ? value : undefined),
  float32: (value) => (value instanceof Double ? new Double(Math.fround(value.value)) : undefined),
  float64: (value) => (value instanceof Double ? value : undefined),
  int32: takeInt32,
  int64: takeInt,
  "protoreflect.EnumNumber": takeInt32,
  string: takeString,
  uint32: takeUint32,
  uint64: takeUint,
} satisfies Readonly<Record<string, Taker>>;

/** A Go type of a field of a well-known message. */
export type NativeType = keyof typeof takers;

/** Converts a value to a Go type (ref.Val.ConvertToNative); the result may be an error. */
export function nativeValue(value: Value, type: NativeType): Value {
  if (value instanceof Optional)
    return value.value === undefined ? new EvalError("optional.none() dereference") : nativeValue(value.value, type);
  return takers[type](value) ?? nativeError(value, type);
}

const messagePrefix = "*structpb.";

/** Returns the error of a value that a Go type does not take. */
export function nativeError(value: Value, goType: string): EvalError {
  if (value instanceof EvalError) return value;
  if (value instanceof Type) return new EvalError("type conversion not supported for 'type'");
  if (isInt(value) || value instanceof Uint)
    return new EvalError(`unsupported type conversion from '${typeOfValue(value).name}' to ${goType}`);
  if (typeof value === "string") return new EvalError(`unsupported native conversion from string to '${goType}'`);
  if (value instanceof MapValue && !value.isSealed && goType === "*structpb.ListValue")
    return noField(value, "structpb.ListValue");
  if (value instanceof MessageValue && goType.startsWith(messagePrefix))
    return new EvalError(
      `type conversion error: pb.Merge() arguments must be the same type. got: google.protobuf.${goType.slice(messagePrefix.length)}, ${value.type.name}`,
    );
  return new EvalError(`type conversion error from ${nativeName(value)} to '${goType}'`);
}

/** A map becomes a Go struct by its keys, which have no fields here. */
function noField(map: MapValue, goType: string): EvalError {
  const key = String(map.firstKey() ?? "");
  return new EvalError(
    `type conversion error, no such field '${key.slice(0, 1).toUpperCase()}${key.slice(1)}' in type '${goType}'`,
  );
}

/** Returns how errors of conversions name the type of a value: types of Kubernetes by their Go type. */
function nativeName(value: Exclude<Value, EvalError | Type>): string {
  if (typeof value === "boolean") return "bool";
  if (value instanceof Double) return "Double";
  if (value instanceof Uint8Array) return "Bytes";
  if (value instanceof ListValue || value instanceof MapValue)
    return value.isSealed ? `'${typeOfValue(value).toString()}'` : value instanceof ListValue ? "list" : "map";
  if (value instanceof MessageValue) return `'${value.goName}'`;
  if (value instanceof Timestamp) return "'Timestamp'";
  if (value instanceof Duration) return "'Duration'";
  const goName = value instanceof OpaqueValue ? value.goName.replace("*", "") : "";
  return `'${goName.startsWith("cel.") ? goName.slice("cel.".length) : typeOfValue(value).name}'`;
}
