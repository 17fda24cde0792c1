import { daysFromCivil, formatCivil, printFraction } from "../../apimachinery/civil-time.ts";
import { Duration } from "./duration.ts";
import { EvalError, integerOverflow, timestampOverflow } from "./eval-error.ts";
import { checkedInt } from "./int.ts";

const billion = 1000000000n;
const minSeconds = -62135596800;
const maxSeconds = 253402300799;

/** A timestamp in the years 1 to 9999. It keeps its original zone, which is only visible in `string()`. */
export class Timestamp {
  readonly seconds: number;
  readonly nanos: number;
  /** The offset from UTC in seconds. */
  readonly offset: number;

  constructor(seconds: number, nanos: number, offset = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offset = offset;
  }

  /** Formats as RFC 3339, without trailing zeros of the fraction. */
  toString(): string {
    return `${formatCivil(this.seconds + this.offset)}${printFraction(this.nanos)}${zoneText(this.offset)}`;
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

function zoneText(offset: number): string {
  if (offset === 0) return "Z";
  const minutes = Math.trunc(Math.abs(offset) / 60);
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.trunc(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** Returns a timestamp, or an error if it is outside of the years 1 to 9999. */
export function checkedTimestamp(seconds: number, nanos: number, offset = 0): Timestamp | EvalError {
  return seconds < minSeconds || seconds > maxSeconds ? timestampOverflow : new Timestamp(seconds, nanos, offset);
}

export function addToTimestamp(time: Timestamp, span: Duration, sign: 1n | -1n = 1n): Timestamp | EvalError {
  const shift = checkedInt(BigInt(span.nanos) * sign);
  if (shift instanceof EvalError) return shift;
  const total = BigInt(time.seconds) * billion + BigInt(time.nanos) + BigInt(shift);
  const nanos = Number(((total % billion) + billion) % billion);
  return checkedTimestamp(Number((total - BigInt(nanos)) / billion), nanos, time.offset);
}

export function subtractTimestamps(a: Timestamp, b: Timestamp): Duration | EvalError {
  const whole = checkedInt(BigInt(a.seconds - b.seconds) * billion);
  const nanos = whole instanceof EvalError ? whole : checkedInt(BigInt(whole) + BigInt(a.nanos - b.nanos));
  return nanos instanceof EvalError ? integerOverflow : new Duration(nanos);
}

export const compareTimestamps = (a: Timestamp, b: Timestamp): number => a.seconds - b.seconds || a.nanos - b.nanos;

const timeText = /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/** Parses RFC 3339 as Go does; undefined if the syntax is invalid. */
export function parseTimestamp(text: string): Timestamp | EvalError | undefined {
  const match = timeText.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [zoneHours, zoneMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (month < 1 || month > 12 || day < 1 || day > lastDay(year, month) || hour > 23 || minute > 59 || second > 59)
    return undefined;
  if (zoneHours > 24 || zoneMinutes > 60) return undefined;
  const offset = (zoneHours * 60 + zoneMinutes) * (match[8] === "-" ? -60 : 60) + 0;
  const seconds = daysFromCivil(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset;
  return checkedTimestamp(seconds, Number((match[7] ?? "").slice(0, 9).padEnd(9, "0")), offset);
}

const lastDay = (year: number, month: number): number =>
  daysFromCivil(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - daysFromCivil(year, month, 1);
