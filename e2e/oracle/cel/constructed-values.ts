import type { JsonValue } from "../../../src/apimachinery/json/value.ts";
import { ConstructedObject, JsonPatchValue } from "../../../src/apiserver/admission/cel/patch-types.ts";
import { Type } from "../../../src/cel/types/type.ts";
import { Duration } from "../../../src/cel/values/duration.ts";
import { JsonList } from "../../../src/cel/values/json.ts";
import { Timestamp } from "../../../src/cel/values/timestamp.ts";
import { Uint } from "../../../src/cel/values/uint.ts";
import { ListValue, MapValue, Optional, type Value } from "../../../src/cel/values/value.ts";
import { fromValue } from "./values.ts";

/** Formats a value in the notation of the records, constructed objects included. */
export function printConstructed(value: Value): JsonValue {
  if (value instanceof ConstructedObject) return { object: plain(value), objectType: value.type.name };
  if (value instanceof JsonPatchValue) {
    const { op, path, from } = value;
    return {
      jsonPatch: {
        op,
        path,
        ...(from !== "" && { from }),
        ...(value.value !== undefined && { value: printConstructed(value.value) }),
      },
    };
  }
  if (value instanceof ListValue) return { list: value.toArray().map(printConstructed) };
  return fromValue(value);
}

/** Formats a member of a constructed object as its Go value is marshaled. */
function plain(value: Value): JsonValue {
  if (value instanceof ConstructedObject)
    return [...value.fields.values()].some(hasOddKey)
      ? {}
      : Object.fromEntries([...value.fields].map(([name, member]) => [name, plainField(member)]));
  if (value instanceof ListValue) return value.toArray().map(plain);
  if (value instanceof MapValue)
    return Object.fromEntries(value.keys().map((key) => [String(key), plain(value.find(key) ?? null)]));
  if (value instanceof Optional) return value.value === undefined ? null : plain(value.value);
  if (value instanceof Uint) return value.value;
  if (value instanceof Duration) return value.nanos;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return value instanceof Timestamp || value instanceof Type ? String(value) : (value as JsonValue);
}

/** Formats a field of a constructed object: an empty list that the expression made is a nil slice. */
const plainField = (value: Value): JsonValue =>
  value instanceof ListValue && !(value instanceof JsonList) && value.size === 0 ? null : plain(value);

/** Reports whether a map has a key that is no string. The object that holds it is an error, marshaled as `{}`. */
const hasOddKey = (value: Value): boolean =>
  value instanceof MapValue && value.keys().some((key) => typeof key !== "string");
