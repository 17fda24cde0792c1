import { Double } from "../../apimachinery/json/value.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { Type } from "../types/type.ts";
import { toString } from "../values/convert.ts";
import { Duration } from "../values/duration.ts";
import { EvalError } from "../values/eval-error.ts";
import { ListValue, MapValue, type Value } from "../values/value.ts";
import { isInt } from "../values/numeric.ts";
import { quoteBytes } from "../values/print.ts";
import { Timestamp } from "../values/timestamp.ts";
import { typeOfValue } from "../values/type-of.ts";
import { Uint } from "../values/uint.ts";
import { checkTextLength, spendText, type Effort } from "../values/effort.ts";
import { fixedDigits, groupedFixed, localScientific } from "./float-format.ts";
import { clauseProblems, FormatError, readFormat, type Clause } from "./format-clauses.ts";

const defaultPrecision = 6;

/** Formats an element of a list or map. */
function formatMember(value: Value, effort: Effort): string {
  effort.spend(8);
  if (typeof value === "string") return quoted(value, effort);
  if (value instanceof Double) return formatMemberDouble(value.value);
  if (value instanceof Timestamp) return `timestamp(${quoteGo(value.toString())})`;
  if (value instanceof Duration) return `duration(${quoteGo(text(value))})`;
  if (value instanceof Uint8Array) {
    effort.spend(value.length);
    return `b${quoteBytes(value)}`;
  }
  if (value instanceof ListValue || value instanceof MapValue || isPlain(value)) return formatString(value, effort);
  throw new FormatError(`no formatting function for ${typeOfValue(value).name}`);
}

function quoted(value: string, effort: Effort): string {
  spendText(effort, value);
  return quoteGo(value);
}

const isPlain = (value: Value): boolean =>
  value === null || isInt(value) || typeof value === "boolean" || value instanceof Uint || value instanceof Type;

function formatMemberDouble(value: number): string {
  if (Number.isNaN(value)) return '"NaN"';
  if (!Number.isFinite(value)) return value > 0 ? '"+Inf"' : '"-Inf"';
  return fixedDigits(value, defaultPrecision);
}

function formatKey(key: Value, effort: Effort): string {
  if (typeof key === "string") return quoted(key, effort);
  if (typeof key === "boolean" || isInt(key) || key instanceof Uint) return String(key);
  throw new FormatError(`no formatting function for map key of type ${typeOfValue(key).name}`);
}

function formatMap(map: MapValue, effort: Effort): string {
  const pairs = map.keys().map((key) => [formatKey(key, effort), formatMember(map.find(key) ?? null, effort)] as const);
  return `{${[...pairs]
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([key, value]) => `${key}:${value}`)
    .join(", ")}}`;
}

/** Converts a value to a string, if a conversion exists. */
function text(value: Value): string {
  const converted = value instanceof Type ? value.name : toString(value);
  if (converted instanceof EvalError)
    throw new FormatError(`could not convert argument ${quoteGo(converted.message)} to string`);
  return String(converted);
}

function formatString(value: Value, effort: Effort): string {
  if (value === null) return "null";
  if (value instanceof ListValue)
    return `[${value
      .toArray()
      .map((element) => formatMember(element, effort))
      .join(", ")}]`;
  if (value instanceof MapValue) return formatMap(value, effort);
  const type = typeOfValue(value);
  if (type.kind === "opaque" || type.kind === "struct") throw clauseProblems.string(type.name);
  return text(value);
}

function formatDecimal(value: Value): string {
  if (isInt(value) || value instanceof Uint) return String(value);
  throw clauseProblems.decimal(typeOfValue(value).name);
}

const unusualDoubles: Readonly<Record<string, number>> = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };

/** Returns the number to format. Some strings denote numbers that have no literal. */
function doubleOf(value: Value, problem: (type: string) => FormatError): number {
  if (value instanceof Double) return value.value;
  const unusual = typeof value === "string" ? unusualDoubles[value] : undefined;
  if (typeof unusual === "number") return unusual;
  throw problem(typeOfValue(value).name);
}

function inBase(value: Value, base: number, problem: (type: string) => FormatError): string {
  if (isInt(value)) return value.toString(base);
  if (value instanceof Uint) return value.value.toString(base);
  throw problem(typeOfValue(value).name);
}

function formatBinary(value: Value): string {
  return typeof value === "boolean" ? String(Number(value)) : inBase(value, 2, clauseProblems.binary);
}

const hexDigits = new TextEncoder().encode("0123456789abcdef");

function hexBytes(bytes: Uint8Array): string {
  const digits = new Uint8Array(2 * bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    digits[2 * i] = hexDigits[byte >> 4] ?? 0;
    digits[2 * i + 1] = hexDigits[byte & 15] ?? 0;
  }
  return new TextDecoder().decode(digits);
}

function formatHex(value: Value, upper: boolean, effort: Effort): string {
  if (typeof value === "string" || value instanceof Uint8Array) effort.spend(4 * value.length);
  const hex = hexOf(value);
  return upper ? hex.toUpperCase() : hex;
}

function hexOf(value: Value): string {
  if (typeof value === "string") return hexBytes(new TextEncoder().encode(value));
  return value instanceof Uint8Array ? hexBytes(value) : inBase(value, 16, clauseProblems.hex);
}

function formatClause({ verb, precision = defaultPrecision }: Clause, value: Value, effort: Effort): string {
  switch (verb) {
    case "s":
      return formatString(value, effort);
    case "d":
      return formatDecimal(value);
    case "f":
      // cel-go stores the precision in a byte
      return groupedFixed(doubleOf(value, clauseProblems.fixed), precision & 255);
    case "e":
      return localScientific(doubleOf(value, clauseProblems.scientific), precision);
    case "b":
      return formatBinary(value);
    case "x":
    case "X":
      return formatHex(value, verb === "X", effort);
    case "o":
      return inBase(value, 8, clauseProblems.octal);
  }
}

/** Evaluates `format.format(args)`. */
export function formatText(format: string, args: ListValue, effort: Effort): Value {
  try {
    let length = format.length;
    return readFormat(format, args.size, (clause, index) => {
      effort.spend(clause.precision ?? defaultPrecision);
      const printed = formatClause(clause, args.at(index), effort);
      checkTextLength((length += printed.length));
      return printed;
    });
  } catch (error) {
    if (error instanceof FormatError) return new EvalError(error.message);
    throw error;
  }
}
