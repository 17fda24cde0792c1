import { messageOf } from "../../apimachinery/message-of.ts";
import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import { parseDuration } from "../../apimachinery/duration.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { Double } from "../../apimachinery/json/value.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { QuantityValue, quantityType } from "../../cel/library/quantity.ts";
import { dynType, isOptionalType, stringType, type Type } from "../../cel/types/type.ts";
import { toInt, toUint } from "../../cel/values/convert.ts";
import { Duration } from "../../cel/values/duration.ts";
import { EvalError } from "../../cel/values/eval-error.ts";
import { HashMap } from "../../cel/values/hash-map.ts";
import { intOf } from "../../cel/values/int.ts";
import { parseTimestamp } from "../../cel/values/timestamp.ts";
import { ArrayList, Optional, optionalNone, type Value } from "../../cel/values/value.ts";

function numberValue(json: number | bigint, type: Type): Value {
  if (type.kind === "double") return new Double(Number(json));
  if (typeof json === "number" && !Number.isInteger(json)) return new Double(json);
  return type.kind === "uint" ? toUint(json) : json;
}

function stringValue(text: string, type: Type): Value {
  switch (type.kind) {
    case "bytes":
      return bytesOfBase64(text);
    case "duration":
      return new Duration(intOf(parseDuration(text)));
    case "timestamp":
      return parseTimestamp(text) ?? new EvalError(`${JSON.stringify(text)} is no timestamp`);
    default:
      return type === quantityType ? new QuantityValue(parseQuantity(text)) : text;
  }
}

/** Keys of JSON are strings, those of maps need not be. */
function keyValue(key: string, type: Type): Value {
  if (type.kind === "int") return toInt(key);
  if (type.kind === "uint") return toUint(key);
  return type.kind === "bool" ? key === "true" : key;
}

function mapValue(json: Readonly<Record<string, unknown>>, type: Type): Value {
  const [key, value] = type.kind === "map" ? [type.element, type.valueType] : [stringType, dynType];
  return new HashMap(
    Object.entries(json).map(([name, member]) => [keyValue(name, key), convert(member, value)] as const),
  );
}

function convert(json: unknown, type: Type): Value {
  if (isOptionalType(type))
    return json === null || json === undefined ? optionalNone : new Optional(convert(json, type.element));
  if (typeof json === "boolean") return json;
  if (typeof json === "number" || typeof json === "bigint") return numberValue(json, type);
  if (typeof json === "string") return stringValue(json, type);
  if (Array.isArray(json))
    return new ArrayList(json.map((element) => convert(element, type.kind === "list" ? type.element : dynType)));
  return isRecord(json) ? mapValue(json, type) : null;
}

/** JSON as a value of a declared type; an error value where it cannot be read. */
export function typedValue(json: unknown, type: Type): Value {
  try {
    return convert(json, type);
  } catch (error) {
    return new EvalError(messageOf(error));
  }
}
