import type { JsonValue } from "../../../src/apimachinery/json/value.ts";
import { ConstructedObject, JsonPatchValue } from "../../../src/apiserver/admission/cel/patch-types.ts";
import { ListValue, MapValue, type Value } from "../../../src/cel/values/value.ts";
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

function plain(value: Value): JsonValue {
  if (value instanceof ConstructedObject)
    return Object.fromEntries([...value.fields].map(([name, member]) => [name, plain(member)]));
  if (value instanceof ListValue) return value.toArray().map(plain);
  if (value instanceof MapValue)
    return Object.fromEntries(value.keys().map((key) => [String(key), plain(value.find(key) ?? null)]));
  return value as JsonValue;
}
