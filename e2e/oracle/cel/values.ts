import { parseDuration } from "../../../src/apimachinery/duration.ts";
import { Double, isObject, type JsonValue } from "../../../src/apimachinery/json/value.ts";
import { FormatValue } from "../../../src/cel/library/formats.ts";
import { CidrValue, IpValue } from "../../../src/cel/library/network.ts";
import { QuantityValue } from "../../../src/cel/library/quantity.ts";
import { SemverValue } from "../../../src/cel/library/semver.ts";
import { UrlValue } from "../../../src/cel/library/url.ts";
import { dynType, stringType, Type } from "../../../src/cel/types/type.ts";
import { toInt, toUint } from "../../../src/cel/values/convert.ts";
import { Duration } from "../../../src/cel/values/duration.ts";
import { EvalError } from "../../../src/cel/values/eval-error.ts";
import { HashMap } from "../../../src/cel/values/hash-map.ts";
import { intOf } from "../../../src/cel/values/int.ts";
import { ArrayList, ListValue, MapValue, OpaqueValue, Optional, type Value } from "../../../src/cel/values/value.ts";
import { isInt } from "../../../src/cel/values/numeric.ts";
import { parseTimestamp, Timestamp } from "../../../src/cel/values/timestamp.ts";
import { Uint } from "../../../src/cel/values/uint.ts";

const isNumber = (json: JsonValue): json is number | bigint | Double =>
  typeof json === "number" || typeof json === "bigint" || json instanceof Double;
const isList = (json: JsonValue): json is readonly JsonValue[] => Array.isArray(json);

function numberValue(json: number | bigint | Double, type: Type): Value {
  if (type.kind === "double") return new Double(json instanceof Double ? json.value : Number(json));
  if (type.kind === "uint")
    return toUint(
      json instanceof Double ? json : Number.isInteger(json) || typeof json === "bigint" ? json : new Double(json),
    );
  if (json instanceof Double) return type.kind === "int" ? toInt(json) : json;
  return typeof json === "bigint" || Number.isSafeInteger(json) ? json : new Double(json);
}

function stringValue(json: string, type: Type): Value {
  if (type.kind === "bytes") return Uint8Array.from(Buffer.from(json, "base64"));
  if (type.kind === "duration") return new Duration(intOf(parseDuration(json)));
  return type.kind === "timestamp" ? (parseTimestamp(json) ?? null) : json;
}

/** Returns the key of a map entry, which JSON can represent only as a string. */
const keyValue = (key: string, type: Type): Value =>
  type.kind === "int" ? toInt(key) : type.kind === "uint" ? toUint(key) : type.kind === "bool" ? key === "true" : key;

/** Parses a variable's value in the notation of the records. */
export function toValue(json: JsonValue, type: Type): Value {
  if (json === null || typeof json === "boolean") return json;
  if (isNumber(json)) return numberValue(json, type);
  if (typeof json === "string") return stringValue(json, type);
  if (isList(json))
    return new ArrayList(json.map((element) => toValue(element, type.kind === "list" ? type.element : dynType)));
  const [keyType, valueType] = type.kind === "map" ? [type.element, type.valueType] : [stringType, dynType];
  return new HashMap(
    isObject(json)
      ? Object.entries(json).map(([key, value]) => [keyValue(key, keyType), toValue(value, valueType)] as const)
      : [],
  );
}

function exactDuration(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = String(size % 1000000000n)
    .padStart(9, "0")
    .replace(/0+$/, "");
  return `${nanos < 0n ? "-" : ""}${size / 1000000000n}${fraction === "" ? "" : `.${fraction}`}s`;
}

function double(value: number): JsonValue {
  if (Number.isNaN(value)) return { double: "NaN" };
  return { double: Number.isFinite(value) ? value : value > 0 ? "Infinity" : "-Infinity" };
}

function opaque(value: OpaqueValue): JsonValue {
  if (value instanceof QuantityValue && !value.isComputed) return { quantity: value.quantity.toString() };
  if (value instanceof UrlValue) return { url: String(value) };
  if (value instanceof IpValue) return { ip: String(value) };
  if (value instanceof CidrValue) return { cidr: String(value) };
  if (value instanceof SemverValue) return { semver: String(value) };
  return value instanceof FormatValue ? { format: value.name } : { opaque: value.type.name };
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function entries(map: MapValue): JsonValue {
  // A key that equals nothing, NaN, is found by no lookup.
  const valueOf = (key: Value): Value => {
    const found = map.find(key);
    return found === undefined ? new EvalError("no such key") : found;
  };
  const list = map.keys().map((key) => [fromValue(key), fromValue(valueOf(key))]);
  return [...list].sort(([a = null], [b = null]) => order(JSON.stringify(a), JSON.stringify(b)));
}

/** Formats a result in the notation of the records. */
export function fromValue(value: Value): JsonValue {
  if (value === null) return { null: null };
  if (isInt(value)) return { int: String(value) };
  if (typeof value === "string") return { string: value };
  if (typeof value === "boolean") return { bool: value };
  if (value instanceof Double) return double(value.value);
  if (value instanceof ListValue) return { list: value.toArray().map(fromValue) };
  if (value instanceof MapValue) return { map: entries(value) };
  if (value instanceof Optional) return { optional: value.value === undefined ? null : fromValue(value.value) };
  if (value instanceof OpaqueValue) return opaque(value);
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  if (value instanceof Uint) return { uint: String(value) };
  if (value instanceof Timestamp) return { timestamp: new Timestamp(value.seconds, value.nanos).toString() };
  if (value instanceof Duration) return { duration: exactDuration(BigInt(value.nanos)) };
  return value instanceof Type ? { type: String(value) } : { opaque: "error" };
}
