import { bytesOfBase64 } from "../../src/apimachinery/base64.ts";
import { Double, type JsonValue } from "../../src/apimachinery/json/value.ts";
import { standardLibrary } from "../../src/cel/library/standard.ts";
import { protobufJson } from "../../src/cel/library/protobuf-json.ts";
import { dynType, durationType, listType, mapType, timestampType, type Type } from "../../src/cel/types/type.ts";
import { toDuration, toInt, toTimestamp, toUint } from "../../src/cel/values/convert.ts";
import { equalValues } from "../../src/cel/values/equality.ts";
import { HashMap } from "../../src/cel/values/hash-map.ts";
import { jsonValue } from "../../src/cel/values/json.ts";
import { ArrayList, ListValue, MapValue, type Value } from "../../src/cel/values/value.ts";
import { typeOfValue } from "../../src/cel/values/type-of.ts";
import { elements, member, text } from "./simple-test.ts";

const types: ReadonlyMap<string, Type> = new Map([
  ...(standardLibrary.types ?? []),
  ["list", listType],
  ["map", mapType],
  ["dyn", dynType],
  [timestampType.name, timestampType],
  [durationType.name, durationType],
]);

const protobuf = "type.googleapis.com/google.protobuf.";

/** Parses a message of the protobuf library that is a CEL value. */
function messageValue(json: JsonValue): Value {
  const value = member(json, "value") ?? null;
  switch (text(member(json, "@type")).slice(protobuf.length)) {
    case "Timestamp":
      return toTimestamp(text(value));
    case "Duration":
      return toDuration(text(value));
    case "Int32Value":
    case "Int64Value":
      return toInt(String(value));
    case "UInt32Value":
    case "UInt64Value":
      return toUint(String(value));
    case "FloatValue":
    case "DoubleValue":
      return doubleOf(value);
    case "BytesValue":
      return bytesOfBase64(text(value));
    default:
      return protobufJson(jsonValue(value));
  }
}

const doubleOf = (json: JsonValue): Double =>
  json instanceof Double
    ? json
    : new Double(typeof json === "string" ? Number(json.replace("inf", "Inf")) : Number(json));

/** Parses a value in the notation of the tests (cel.expr.Value in JSON). */
export function parseSpecValue(json: JsonValue | undefined): Value {
  const [kind = "", value = null] = Object.entries(json ?? {})[0] ?? [];
  switch (kind) {
    case "nullValue":
      return null;
    case "boolValue":
    case "stringValue":
      return value as boolean | string;
    case "int64Value":
      return toInt(String(value));
    case "uint64Value":
      return toUint(String(value));
    case "doubleValue":
      return doubleOf(value);
    case "bytesValue":
      return bytesOfBase64(text(value));
    case "listValue":
      return new ArrayList(elements(member(value, "values")).map(parseSpecValue));
    case "mapValue":
      return new HashMap(
        elements(member(value, "entries")).map((entry) => [
          parseSpecValue(member(entry, "key")),
          parseSpecValue(member(entry, "value")),
        ]),
      );
    case "objectValue":
      return messageValue(value);
    case "typeValue":
      return types.get(text(value)) ?? null;
    default:
      throw new Error(`no value for ${JSON.stringify(json)}`);
  }
}

const isNan = (value: Value): boolean => value instanceof Double && Number.isNaN(value.value);

/** True if two values have the same type and are deeply equal: NaN equals itself, and 1 does not equal 1.0. */
export function sameValue(a: Value, b: Value): boolean {
  if (isNan(a) || isNan(b)) return isNan(a) && isNan(b);
  if (a instanceof ListValue)
    return (
      b instanceof ListValue && a.size === b.size && a.toArray().every((element, i) => sameValue(element, b.at(i)))
    );
  if (a instanceof MapValue)
    return b instanceof MapValue && a.size === b.size && a.keys().every((key) => sameEntry(key, a, b));
  return typeOfValue(a).name === typeOfValue(b).name && equalValues(a, b) === true;
}

function sameEntry(key: Value, a: MapValue, b: MapValue): boolean {
  const [mine, theirs] = [a.find(key), b.find(key)];
  return (
    mine !== undefined &&
    theirs !== undefined &&
    sameValue(mine, theirs) &&
    b.keys().some((other) => sameValue(key, other))
  );
}
