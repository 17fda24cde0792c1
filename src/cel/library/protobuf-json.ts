import { base64OfBytes } from "../../apimachinery/base64.ts";
import { Double } from "../../apimachinery/json/value.ts";
import { toString } from "../values/convert.ts";
import { Duration } from "../values/duration.ts";
import { EvalError } from "../values/eval-error.ts";
import { HashMap } from "../values/hash-map.ts";
import { Timestamp } from "../values/timestamp.ts";
import { Uint } from "../values/uint.ts";
import { ArrayList, ListValue, MapValue, Optional, type Value } from "../values/value.ts";
import { MessageValue } from "./message-value.ts";
import { nativeError } from "./native-value.ts";

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
  if (value instanceof ListValue && !value.isSealed) return protobufList(value);
  if (value instanceof MapValue && !value.isSealed) return protobufMap(value);
  if (value instanceof Optional)
    return value.value === undefined ? new EvalError("optional.none() dereference") : protobufJson(value.value);
  if (value instanceof MessageValue) return protobufMap(value.toMap());
  return nativeError(value, "*structpb.Value");
}

/** Converts the elements of a list likewise. */
export function protobufList(list: ListValue): Value {
  const elements: Value[] = [];
  for (let i = 0; i < list.size; i++) {
    const element = protobufJson(list.at(i));
    if (element instanceof EvalError) return element;
    elements.push(element);
  }
  return new ArrayList(elements);
}

/** Converts the values of a map likewise; its keys must be strings. */
export function protobufMap(map: MapValue): Value {
  const made = new HashMap();
  for (const key of map.keys()) {
    if (typeof key !== "string") return nativeError(key, "string");
    const member = protobufJson(map.find(key) ?? null);
    if (member instanceof EvalError) return member;
    made.insert(key, member);
  }
  return made;
}
