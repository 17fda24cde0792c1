import { formatCivil, isZeroTime, type Time } from "./civil-time.ts";
import { TypeMismatchError } from "./json/type-name.ts";
import type { JsonValue } from "./json/value.ts";
import { readTime, rfc3339Layout, rfc3339MicroLayout, type TimeLayout } from "./time-parse.ts";

/** Milliseconds since the epoch as metav1.Time prints them: RFC 3339 in UTC, whole seconds. */
export const formatTime = (ms: number): string => `${formatCivil(Math.floor(ms / 1000))}Z`;

/** Milliseconds since the epoch as metav1.MicroTime prints them: six decimals. */
export const formatMicroTime = (ms: number): string =>
  encodeMicroTime({
    seconds: Math.floor(ms / 1000),
    nanos: Math.floor((ms - Math.floor(ms / 1000) * 1000) * 1e3) * 1e3,
  });

const toMs = (time: Time): number => time.seconds * 1000 + Math.floor(time.nanos / 1e6);

/** Reads an RFC 3339 time, with or without fraction, as milliseconds since the epoch; throws TimeParseError. */
export const parseTime = (text: string): number => toMs(readTime(text, rfc3339Layout));

/** metav1.Time as a string; an absent or zero time is null in JSON, not this. */
export const encodeTime = ({ seconds }: Time): string => `${formatCivil(seconds)}Z`;

/** metav1.MicroTime as a string with six decimals. */
export const encodeMicroTime = ({ seconds, nanos }: Time): string =>
  `${formatCivil(seconds)}.${String(Math.floor(nanos / 1000)).padStart(6, "0")}Z`;

function decodeLayout(value: JsonValue, layout: TimeLayout): Time | undefined {
  if (value === null) return undefined;
  if (typeof value !== "string") throw new TypeMismatchError(value, "string");
  const time = readTime(value, layout);
  return isZeroTime(time) ? undefined : time;
}

/** metav1.Time from JSON; undefined for null and the zero time. Throws with Go's text. */
export const decodeTime = (value: JsonValue): Time | undefined => decodeLayout(value, rfc3339Layout);

/** metav1.MicroTime from JSON, which wants exactly six decimals. */
export const decodeMicroTime = (value: JsonValue): Time | undefined => decodeLayout(value, rfc3339MicroLayout);

/** metav1.Timestamp in protobuf; empty for an absent time. */
function encodeTimestamp(seconds: number, nanos: number): Uint8Array {
  const bytes: number[] = [0x08];
  let rest = BigInt.asUintN(64, BigInt(seconds));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest), 0x10);
  let low = nanos;
  for (; low >= 0x80; low = Math.floor(low / 128)) bytes.push((low & 0x7f) | 0x80);
  bytes.push(low);
  return Uint8Array.from(bytes);
}

/** metav1.Time in protobuf: whole seconds; empty for the zero time. */
export const encodeTimeProto = (time: Time | undefined): Uint8Array =>
  time === undefined || isZeroTime(time) ? new Uint8Array() : encodeTimestamp(time.seconds, 0);

/** metav1.MicroTime in protobuf: nanoseconds cut to microseconds. */
export const encodeMicroTimeProto = (time: Time | undefined): Uint8Array =>
  time === undefined || isZeroTime(time)
    ? new Uint8Array()
    : encodeTimestamp(time.seconds, time.nanos - (time.nanos % 1000));
