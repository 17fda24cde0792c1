import { Double } from "../../apimachinery/json/value.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  errorType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  timestampType,
  Type,
  typeType,
  uintType,
} from "../types/type.ts";
import { Duration } from "./duration.ts";
import { EvalError } from "./eval-error.ts";
import { ListValue, MapValue, OpaqueValue, Optional, type Value } from "./value.ts";
import { Timestamp } from "./timestamp.ts";
import { Uint } from "./uint.ts";

type ObjectLike = Exclude<Value, null | boolean | string | number | bigint>;

/** Returns the run-time type of a value. The types of containers have no element types. */
export function typeOfValue(value: Value): Type {
  switch (typeof value) {
    case "string":
      return stringType;
    case "number":
    case "bigint":
      return intType;
    case "boolean":
      return boolType;
    default:
      return value === null ? nullType : typeOfObject(value);
  }
}

function typeOfObject(value: ObjectLike): Type {
  if (value instanceof ListValue) return listType;
  if (value instanceof MapValue) return mapType;
  if (value instanceof OpaqueValue) return value.type;
  if (value instanceof Double) return doubleType;
  if (value instanceof Optional) return optionalType;
  if (value instanceof Timestamp) return timestampType;
  return typeOfRareObject(value);
}

function typeOfRareObject(value: Uint | Uint8Array | Duration | Type | EvalError): Type {
  if (value instanceof Duration) return durationType;
  if (value instanceof Uint) return uintType;
  if (value instanceof Type) return typeType;
  return value instanceof EvalError ? errorType : bytesType;
}
