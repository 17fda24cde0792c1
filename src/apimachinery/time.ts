import { formatCivil, isZeroTime, type Time } from "./civil-time.ts";
import { TypeMismatchError } from "./json/type-name.ts";
import type { JsonValue } from "./json/value.ts";
import { readTime, rfc3339Layout, rfc3339MicroLayout, type TimeLayout } from "./time-parse.ts";

/** Formats milliseconds since the epoch as metav1.Time: RFC 3339 in UTC, whole seconds. */
export const formatTime = (ms: number): string => `${formatCivil(Math.floor(ms / 1000))}Z`;

/** Formats milliseconds since the epoch as metav1.MicroTime: six decimals. */
export const formatMicroTime = (ms: number): string =>
  encodeMicroTime({
    seconds: Math.floor(ms / 1000),
    nanos: Math.floor((ms - Math.floor(ms / 1000) * 1000) * 1e3) * 1e3,
  });

const toMs = (time: Time): number => time.seconds * 1000 + Math.floor(time.nanos / 1e6);

/** Parses an RFC 3339 time, with or without a fraction, into milliseconds since the epoch; throws TimeParseError. */
export const parseTime = (text: string): number => toMs(readTime(text, rfc3339Layout));

/** Encodes a metav1.Time as a string. Absent and zero times are null in JSON and must be handled by the caller. */
export const encodeTime = ({ seconds }: Time): string => `${formatCivil(seconds)}Z`;

/** Encodes a metav1.MicroTime as a string with six decimals. */
export const encodeMicroTime = ({ seconds, nanos }: Time): string =>
  `${formatCivil(seconds)}.${String(Math.floor(nanos / 1000)).padStart(6, "0")}Z`;

function decodeLayout(value: JsonValue, layout: TimeLayout): Time | undefined {
  if (value === null) return undefined;
  if (typeof value !== "string") throw new TypeMismatchError(value, "string");
  const time = readTime(value, layout);
  return isZeroTime(time) ? undefined : time;
}

/** Decodes a metav1.Time; undefined for null and the zero time. Throws with Go's message. */
export const decodeTime = (value: JsonValue): Time | undefined => decodeLayout(value, rfc3339Layout);

/** Decodes a metav1.MicroTime, which requires exactly six decimals. */
export const decodeMicroTime = (value: JsonValue): Time | undefined => decodeLayout(value, rfc3339MicroLayout);

/** Encodes a protobuf metav1.Timestamp. */
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

/** Encodes a metav1.Time as protobuf: whole seconds; empty for the zero time. */
export const encodeTimeProto = (time: Time | undefined): Uint8Array =>
  time === undefined || isZeroTime(time) ? new Uint8Array() : encodeTimestamp(time.seconds, 0);

/** Encodes a metav1.MicroTime as protobuf: nanoseconds truncated to microseconds. */
export const encodeMicroTimeProto = (time: Time | undefined): Uint8Array =>
  time === undefined || isZeroTime(time)
    ? new Uint8Array()
    : encodeTimestamp(time.seconds, time.nanos - (time.nanos % 1000));
