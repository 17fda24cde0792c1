import { Double } from "../../apimachinery/json/value.ts";
import { formatGoFloat, quoteGo } from "../../apimachinery/go-strings.ts";
import type { Type } from "../types/type.ts";
import { Duration } from "./duration.ts";
import { EvalError } from "./eval-error.ts";
import { ListValue, MapValue, OpaqueValue, Optional, type Value } from "./value.ts";
import { formatDuration } from "../../apimachinery/duration.ts";
import { typeOfValue } from "./type-of.ts";

/** Quotes bytes; invalid UTF-8 is escaped byte by byte (strconv.Quote). */
export function quoteBytes(bytes: Uint8Array): string {
  let out = '"';
  for (let i = 0; i < bytes.length;) {
    const length = runeLength(bytes, i);
    out +=
      length === 0
        ? `\\x${(bytes[i] ?? 0).toString(16).padStart(2, "0")}`
        : quoteGo(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(i, i + length))).slice(1, -1);
    i += Math.max(length, 1);
  }
  return `${out}"`;
}

/** Returns the length in bytes of the character at an offset; 0 if it is invalid. */
function runeLength(bytes: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}

/** Reports whether bytes are valid UTF-8. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Formats a value for an error message as Go does. */
export function printValue(value: Value): string {
  if (value instanceof Double) return formatGoFloat(value.value);
  if (value === null) return "0";
  if (value instanceof Optional)
    return value.value === undefined ? "optional.none()" : `optional(${printValue(value.value)})`;
  if (value instanceof ListValue) return `[${value.toArray().map(printValue).join(", ")}]`;
  if (value instanceof MapValue)
    return `{${value
      .keys()
      .map((key) => `${printValue(key)}: ${printValue(value.find(key) ?? null)}`)
      .join(", ")}}`;
  return printObject(value);
}

function printObject(value: Value): string {
  if (value instanceof EvalError) return value.message;
  if (value instanceof Uint8Array) return `[${Array.from(value).join(" ")}]`;
  if (value instanceof Duration) return formatDuration(BigInt(value.nanos));
  if (value instanceof OpaqueValue) return value.unconvertible === undefined ? `{${value.type.name}}` : String(value);
  return String(value);
}

/** Returns the Go type name of a value in cel-go, which appears in some error messages. */
export function goNameOf(value: Value): string {
  if (value instanceof OpaqueValue) return value.goName;
  return goNames[typeOfValue(value).kind] ?? "ref.Val";
}

const goNames: Partial<Readonly<Record<Type["kind"], string>>> = {
  bool: "types.Bool",
  bytes: "types.Bytes",
  double: "types.Double",
  duration: "types.Duration",
  error: "*types.Err",
  int: "types.Int",
  list: "*types.baseList",
  map: "*types.baseMap",
  null: "types.Null",
  opaque: "*types.Optional",
  string: "types.String",
  timestamp: "types.Timestamp",
  type: "*types.Type",
  uint: "types.Uint",
};
