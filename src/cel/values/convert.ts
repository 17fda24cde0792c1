import { Double } from "../../apimachinery/json/value.ts";
import { durationOf } from "../../apimachinery/duration.ts";
import { formatGoFloat } from "../../apimachinery/go-strings.ts";
import { NumberParseError, parseInteger, parseUnsigned } from "../../apimachinery/strconv.ts";
import { Duration } from "./duration.ts";
import { EvalError, integerOverflow, uintOverflow } from "./eval-error.ts";
import { intFromDouble, intOf, maxInt64 } from "./int.ts";
import type { Value } from "./value.ts";
import { isInt } from "./numeric.ts";
import { typeOfValue } from "./type-of.ts";
import { checkedTimestamp, parseTimestamp, Timestamp } from "./timestamp.ts";
import { Uint, uintFromDouble } from "./uint.ts";

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const hexadecimal = /^([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?\d+)$/;
/** Matches misplaced underscores. They are allowed between digits and after the prefix of a hexadecimal number. */
const misplaced = /^_|_$|__|[^0-9a-fA-FxX]_|_[^0-9a-fA-F]/;
const infinity = /^([+-]?)inf(?:inity)?$/i;

function parseHex(text: string): number | undefined {
  const match = hexadecimal.exec(text);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match ?? [];
  if (match === null || whole + fraction === "") return undefined;
  const mantissa = Number(BigInt(`0x${whole}${fraction}`));
  const value = mantissa * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === "-" ? -value : value;
}

/** Parses a float64 as Go's strconv.ParseFloat does; undefined on errors, including out of range. */
function parseGoFloat(text: string): number | undefined {
  if (text.includes("_")) return misplaced.test(text) ? undefined : parseGoFloat(text.replaceAll("_", ""));
  const match = infinity.exec(text);
  if (match !== null) return match[1] === "-" ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return NaN;
  const value = decimal.test(text) ? Number(text) : parseHex(text);
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

const cannotConvert = (value: Value, to: string): EvalError =>
  new EvalError(`type conversion error from '${typeOfValue(value).toString()}' to '${to}'`);

/** Returns the result of a parser; undefined if it throws. */
function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof NumberParseError) return undefined;
    throw error;
  }
}

export function toInt(value: Value): Value {
  if (isInt(value)) return value;
  if (value instanceof Double) return intFromDouble(value.value) ?? integerOverflow;
  if (value instanceof Uint) return value.value > maxInt64 ? integerOverflow : value.value;
  if (value instanceof Timestamp) return value.seconds;
  if (value instanceof Duration) return value.nanos;
  const number = typeof value === "string" ? parsed(() => parseInteger(value)) : undefined;
  return number === undefined ? cannotConvert(value, "int") : intOf(number);
}

export function toUint(value: Value): Value {
  if (value instanceof Uint) return value;
  if (isInt(value)) return value < 0 ? uintOverflow : new Uint(value);
  if (value instanceof Double) return uintFromDouble(value.value) ?? uintOverflow;
  const number = typeof value === "string" ? parsed(() => parseUnsigned(value)) : undefined;
  return number === undefined ? cannotConvert(value, "uint") : new Uint(intOf(number));
}

export function toDouble(value: Value): Value {
  if (value instanceof Double) return value;
  if (isInt(value)) return new Double(Number(value));
  if (value instanceof Uint) return new Double(Number(value.value));
  const number = typeof value === "string" ? parseGoFloat(value) : undefined;
  return number === undefined ? cannotConvert(value, "double") : new Double(number);
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "TRUE", "true", "True"].map((text) => [text, true] as const),
  ...["0", "f", "F", "FALSE", "false", "False"].map((text) => [text, false] as const),
]);

export function toBool(value: Value): Value {
  if (typeof value === "boolean") return value;
  return (typeof value === "string" ? truths.get(value) : undefined) ?? cannotConvert(value, "bool");
}

/** Formats a number as Go does with `'f', -1`, without an exponent. */
function plainFloat(value: number): string {
  if (!Number.isFinite(value)) return formatGoFloat(value);
  const [mantissa = "0", exponent = "0"] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const power = Number(exponent);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (power < 0) return `${sign}0.${"0".repeat(-power - 1)}${digits}`;
  if (digits.length <= power + 1) return sign + digits.padEnd(power + 1, "0");
  return `${sign}${digits.slice(0, power + 1)}.${digits.slice(power + 1)}`;
}

const printDuration = (value: Duration): string => `${plainFloat(value.seconds)}s`;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function bytesToString(bytes: Uint8Array): Value {
  try {
    return utf8.decode(bytes);
  } catch {
    return new EvalError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

export function toString(value: Value): Value {
  if (typeof value === "string") return value;
  if (isInt(value) || typeof value === "boolean" || value instanceof Uint || value instanceof Timestamp)
    return String(value);
  if (value instanceof Double) return formatGoFloat(value.value);
  if (value instanceof Duration) return printDuration(value);
  return value instanceof Uint8Array ? bytesToString(value) : cannotConvert(value, "string");
}

export function toBytes(value: Value): Value {
  if (value instanceof Uint8Array) return value;
  return typeof value === "string" ? new TextEncoder().encode(value) : cannotConvert(value, "bytes");
}

export function toTimestamp(value: Value): Value {
  if (value instanceof Timestamp) return value;
  if (isInt(value)) return checkedTimestamp(Number(value), 0);
  const time = typeof value === "string" ? parseTimestamp(value) : undefined;
  return time ?? cannotConvert(value, "google.protobuf.Timestamp");
}

export function toDuration(value: Value): Value {
  if (value instanceof Duration) return value;
  const nanos = typeof value === "string" ? durationOf(value) : undefined;
  return typeof nanos === "bigint" ? new Duration(intOf(nanos)) : cannotConvert(value, "google.protobuf.Duration");
}
