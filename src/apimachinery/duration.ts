import { trimRight } from "./trim.ts";
import { ParseError } from "./parse-error.ts";
import { TypeMismatchError } from "./json/type-name.ts";
import type { JsonValue } from "./json/value.ts";
import { boundedBigInt } from "./strconv.ts";
import { quoteTimeText } from "./time-parse.ts";

/** An invalid duration; the message is that of Go's time.ParseDuration. */
export class DurationParseError extends ParseError {
  constructor(message: string) {
    super(message);
    this.name = "DurationParseError";
  }
}

const units: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1000n],
  ["\u00b5s", 1000n],
  ["\u03bcs", 1000n],
  ["ms", 1000000n],
  ["s", 1000000000n],
  ["m", 60000000000n],
  ["h", 3600000000000n],
]);

const limit = 1n << 63n;
const term = /(\d*)(?:(\.)(\d*))?([^.\d]*)/suy;

interface Term {
  readonly whole: string;
  readonly fraction: string;
  readonly unit: string;
  readonly length: number;
}

function nextTerm(text: string, from: number): Term | undefined {
  term.lastIndex = from;
  const match = term.exec(text);
  const [all = "", whole = "", , fraction = "", unit = ""] = match ?? [];
  return whole === "" && fraction === "" ? undefined : { whole, fraction, unit, length: all.length };
}

/** Returns the fraction digits that fit an int64, and their scale as a power of ten. */
function leadingFraction(digits: string): readonly [value: bigint, scale: number] {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit);
    if (value > (limit - 1n) / 10n || next > limit) break;
    value = next;
    scale *= 10;
  }
  return [value, scale];
}

/** Returns the nanoseconds of a term; undefined on overflow. */
function termValue({ whole, fraction }: Term, unit: bigint): bigint | undefined {
  const value = boundedBigInt(whole === "" ? "0" : whole);
  if (value > limit / unit) return undefined;
  const [digits, scale] = leadingFraction(fraction);
  const total = value * unit + BigInt(Math.trunc(Number(digits) * (Number(unit) / scale)));
  return total > limit ? undefined : total;
}

/** Parses `1h30m`, `1.5s`, `-2ms` into nanoseconds; throws DurationParseError. */
export function parseDuration(text: string): bigint {
  const found = durationOf(text);
  if (typeof found === "bigint") return found;
  throw new DurationParseError(found());
}

/** Like `parseDuration`, but returns what makes the message where the text, which may be long, is no duration. */
export function durationOf(text: string): bigint | (() => string) {
  const problem = (kind: string) => () => `time: ${kind} duration ${quoteTimeText(text)}`;
  const negative = text.startsWith("-");
  let pos = negative || text.startsWith("+") ? 1 : 0;
  if (text.slice(pos) === "0") return 0n;
  let total = 0n;
  do {
    const next = nextTerm(text, pos);
    if (next === undefined || boundedBigInt(next.whole === "" ? "0" : next.whole) > limit) return problem("invalid");
    if (next.unit === "") return problem("missing unit in");
    const unit = units.get(next.unit);
    if (unit === undefined) return () => problem(`unknown unit ${quoteTimeText(next.unit)} in`)();
    const value = termValue(next, unit);
    if (value === undefined || total + value > limit) return problem("invalid");
    total += value;
    pos += next.length;
  } while (pos < text.length);
  if (!negative && total === limit) return problem("invalid");
  return negative ? -total : total;
}

/** Formats a value in units of 10^-digits without trailing zeros: 1500 with 3 digits is `1.5`. */
function formatDecimal(value: bigint, digits: number): string {
  const text = String(value).padStart(digits + 1, "0");
  const fraction = trimRight(text.slice(text.length - digits), "0");
  return text.slice(0, text.length - digits) + (fraction === "" ? "" : `.${fraction}`);
}

function formatPositive(nanos: bigint): string {
  if (nanos < 1000n) return `${nanos}ns`;
  if (nanos < 1000000n) return `${formatDecimal(nanos, 3)}\u00b5s`;
  if (nanos < 1000000000n) return `${formatDecimal(nanos, 6)}ms`;
  const minutes = nanos / 60000000000n;
  const seconds = `${formatDecimal(nanos % 60000000000n, 9)}s`;
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** Formats nanoseconds as Go prints a duration: `1h0m0s`, `1.5s`, `0s`. */
export function formatDuration(nanos: bigint): string {
  if (nanos === 0n) return "0s";
  return nanos < 0n ? `-${formatPositive(-nanos)}` : formatPositive(nanos);
}

/** Decodes a metav1.Duration into nanoseconds; null is decoded like the empty string. Throws with Go's message. */
export function decodeDuration(value: JsonValue): bigint {
  if (value !== null && typeof value !== "string") throw new TypeMismatchError(value, "string");
  return parseDuration(value ?? "");
}
