import { base64OfBytes } from "../../apimachinery/base64.ts";
import { Double } from "../../apimachinery/json/value.ts";
import { Type } from "../types/type.ts";
import { toString } from "../values/convert.ts";
import { Duration } from "../values/duration.ts";
import { EvalError } from "../values/eval-error.ts";
import { HashMap } from "../values/hash-map.ts";
import { Timestamp } from "../values/timestamp.ts";
import { typeOfValue } from "../values/type-of.ts";
import { Uint } from "../values/uint.ts";
import { ArrayList, ListValue, MapValue, OpaqueValue, Optional, type Value } from "../values/value.ts";

/**
 * Converts a value through protobuf's Value, Struct or ListValue: only JSON types remain, numbers become doubles, and
 * integers beyond 2^53 become strings.
 */
export function protobufJson(value: Value): Value {
  switch (typeof value) {
    case "number":
      return new Double(value);
    case "bigint":
      return String(value);
    case "object":
      return value === null ? null : ofObject(value);
    default:
      return value;
  }
}

type ObjectLike = Extract<Value, object>;

function ofObject(value: ObjectLike): Value {
  if (value instanceof Double || value instanceof EvalError) return value;
  if (value instanceof Uint) return protobufJson(value.value);
  if (value instanceof Uint8Array) return base64OfBytes(value);
  if (value instanceof Timestamp || value instanceof Duration) return toString(value);
  if (value instanceof ListValue) return ofList(value);
  if (value instanceof MapValue) return ofMap(value);
  if (value instanceof Optional)
    return value.value === undefined ? new EvalError("optional.none() dereference") : protobufJson(value.value);
  return new EvalError(
    value instanceof Type
      ? "type conversion not supported for 'type'"
      : `type conversion error from '${nativeTypeName(value)}' to '*structpb.Value'`,
  );
}

/** Returns how errors of conversions name a type: types of Kubernetes by their Go type. */
function nativeTypeName(value: ObjectLike): string {
  const goName = value instanceof OpaqueValue ? value.goName.replace("*", "") : "";
  return goName.startsWith("cel.") ? goName.slice("cel.".length) : typeOfValue(value).name;
}

/** Returns the error of a map key that is no string. */
function keyError(key: Value): EvalError {
  if (typeof key === "boolean") return new EvalError("type conversion error from bool to 'string'");
  if (key instanceof Double) return new EvalError("type conversion error from Double to 'string'");
  return new EvalError(`unsupported type conversion from '${typeOfValue(key).name}' to string`);
}

function ofList(list: ListValue): Value {
  const elements: Value[] = [];
  for (let i = 0; i < list.size; i++) {
    const element = protobufJson(list.at(i));
    if (element instanceof EvalError) return element;
    elements.push(element);
  }
  return new ArrayList(elements);
}

function ofMap(map: MapValue): Value {
  const made = new HashMap();
  for (const key of map.keys()) {
    if (typeof key !== "string") return keyError(key);
    const member = protobufJson(map.find(key) ?? null);
    if (member instanceof EvalError) return member;
    made.insert(key, member);
  }
  return made;
}
