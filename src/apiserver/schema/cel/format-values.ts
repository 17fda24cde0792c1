import { durationOf } from "../../../apimachinery/duration.ts";
import { Duration } from "../../../cel/values/duration.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import { intOf } from "../../../cel/values/int.ts";
import { parseTimestamp, Timestamp } from "../../../cel/values/timestamp.ts";
import type { Value } from "../../../cel/values/value.ts";
import { dateLayout, localTimeLayout, parseCivil } from "./civil-text.ts";

/** Converts a string with a format to its CEL value. */
export function formattedValue(text: string, format: string | undefined): Value {
  switch (format) {
    case "byte":
      return bytesValue(text);
    case "date":
      return momentOr(parseCivil(text, dateLayout), `Invalid date formatted string ${text}`);
    case "date-time":
      return dateTimeValue(text);
    case "duration":
      return durationValue(text);
    default:
      return text;
  }
}

const momentOr = (moment: Timestamp | string, head: string): Value =>
  typeof moment === "string" ? new EvalError(`${head}: ${moment}`) : moment;

/** Parses RFC 3339 with or without a zone; the empty string is the Unix epoch (strfmt.ParseDateTime). */
function dateTimeValue(text: string): Value {
  if (text === "") return new Timestamp(0, 0);
  return (
    parseTimestamp(text) ?? momentOr(parseCivil(text, localTimeLayout), `Invalid date-time formatted string ${text}`)
  );
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const sextets: ReadonlyMap<number, number> = new Map(Array.from(alphabet, (char, i) => [char.charCodeAt(0), i]));
const padding = 61;
const isLineBreak = (byte: number): boolean => byte === 10 || byte === 13;

/** Decodes padded base64url as Go does (strfmt.Base64). */
function bytesValue(text: string): Value {
  const source = new TextEncoder().encode(text);
  const end = source.findIndex((byte) => !sextets.has(byte) && !isLineBreak(byte));
  const letters = [...source.subarray(0, end < 0 ? source.length : end)].flatMap((byte) => sextets.get(byte) ?? []);
  const wrongAt = illegalAt(source, end < 0 ? source.length : end, letters.length % 4);
  return wrongAt === undefined
    ? joinSextets(letters)
    : new EvalError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${wrongAt}`);
}

/**
 * Returns the offset at which Go reports corrupt base64. `open` is the number of characters of an incomplete group of
 * four before `end`.
 */
function illegalAt(source: Uint8Array, end: number, open: number): number | undefined {
  if (end === source.length) return open === 0 ? undefined : source.length - open;
  if (source[end] !== padding || open < 2) return end;
  let at = afterBreaks(source, end + 1);
  if (open === 2) {
    if (at === source.length) return source.length;
    if (source[at] !== padding) return at - 1;
    at = afterBreaks(source, at + 1);
  }
  return at < source.length ? at : undefined;
}

function afterBreaks(source: Uint8Array, from: number): number {
  let at = from;
  while (at < source.length && isLineBreak(source[at] ?? 0)) at++;
  return at;
}

function joinSextets(letters: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.floor((letters.length * 6) / 8));
  for (let i = 0; i < bytes.length; i++) {
    const first = Math.floor((i * 8) / 6);
    const bits = ((letters[first] ?? 0) << 6) | (letters[first + 1] ?? 0);
    bytes[i] = (bits >> (first * 6 + 4 - i * 8)) & 0xff;
  }
  return bytes;
}

const second = 1_000_000_000n;
/** Units with their names. The last unit matches as a prefix, so that `minutes` is accepted. */
const units: readonly (readonly [nanos: bigint, names: readonly string[]])[] = [
  [1n, ["ns", "nano"]],
  [1000n, ["us", "µs", "micro"]],
  [1_000_000n, ["ms", "milli"]],
  [second, ["s", "sec"]],
  [60n * second, ["m", "min"]],
  [3600n * second, ["h", "hr", "hour"]],
  [86_400n * second, ["d", "day"]],
  [604_800n * second, ["w", "wk", "week"]],
];
const amounts = /(?<!\d)(\d+)\s*([A-Za-zµ]+)/g;
const maxInt64 = 9_223_372_036_854_775_807n;

/** Parses a Go duration, or else sums all amounts with units found anywhere in the text (strfmt.ParseDuration). */
function durationValue(text: string): Value {
  const own = goDuration(text);
  if (own !== undefined) return new Duration(own);
  let total: bigint | undefined;
  for (const [, amount = "", unit = ""] of text.matchAll(amounts)) {
    const factor = BigInt(amount);
    if (factor > maxInt64)
      return new EvalError(`Invalid duration ${text}: strconv.Atoi: parsing "${amount}": value out of range`);
    for (const [nanos, names] of units) {
      if (isNameOf(unit.toLowerCase(), names)) total = BigInt.asIntN(64, (total ?? 0n) + factor * nanos);
    }
  }
  return total === undefined
    ? new EvalError(`Invalid duration ${text}: unable to parse ${text} as duration`)
    : new Duration(intOf(total));
}

const isNameOf = (unit: string, names: readonly string[]): boolean =>
  names.includes(unit) || unit.startsWith(names.at(-1) ?? "");

function goDuration(text: string): ReturnType<typeof intOf> | undefined {
  const found = durationOf(text);
  return typeof found === "bigint" ? intOf(found) : undefined;
}
