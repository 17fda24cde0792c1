import { base64OfBytes, bytesOfBase64 } from "../../../apimachinery/base64.ts";
import { daysFromCivil, formatCivil } from "../../../apimachinery/civil-time.ts";
import { formatDuration, parseDuration } from "../../../apimachinery/duration.ts";
import { textOf } from "../../../apimachinery/text-of.ts";
import type { ScalarType } from "../../schema/schema.ts";
import type { BackwardWriter } from "../binary/backward-writer.ts";
import { canonicalQuantityText } from "../json/text-codecs.ts";
import type { ProtobufNode } from "./protobuf-node.ts";
import type { ProtobufReader } from "./protobuf-reader.ts";

const integerOf = (value: unknown): number | bigint =>
  typeof value === "number" || typeof value === "bigint" ? value : 0;

function writeText(writer: BackwardWriter, value: unknown): void {
  writer.varint(writer.text(textOf(value)));
}

const string: ProtobufNode = { wireType: 2, write: writeText, read: (reader) => reader.text() };
const bool: ProtobufNode = {
  wireType: 0,
  write: (writer, value) => writer.byte(value === true ? 1 : 0),
  read: (reader) => reader.bool(),
};
const int32: ProtobufNode = {
  wireType: 0,
  write: (writer, value) => writer.int64(integerOf(value)),
  read: (reader) => reader.int32(),
};
const int64: ProtobufNode = {
  wireType: 0,
  write: (writer, value) => writer.int64(integerOf(value)),
  read: (reader) => reader.int64(),
};

const float64: ProtobufNode = {
  wireType: 1,
  write(writer, value) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, typeof value === "number" ? value : 0, true);
    writer.bytes(bytes);
  },
  read: (reader) => reader.float64(),
};

/** Bytes, held as base64. */
const bytes: ProtobufNode = {
  wireType: 2,
  write(writer, value) {
    const content = bytesOfBase64(textOf(value));
    writer.bytes(content);
    writer.varint(content.length);
  },
  read: (reader) => base64OfBytes(reader.view()),
};

/** Reads the fields of a message. `field` reads one field and returns whether it is known. */
function readFields(reader: ProtobufReader, message: string, field: (number: number) => boolean): void {
  const outer = reader.enter();
  while (reader.tag(message)) {
    if (!field(reader.field)) reader.skip();
  }
  reader.leave(outer);
}

/** resource.Quantity: a message with the quantity as text. */
const quantity: ProtobufNode = {
  wireType: 2,
  write(writer, value) {
    const before = writer.length;
    writeText(writer, typeof value === "string" ? value : "0");
    writer.byte(0x0a);
    writer.varint(writer.length - before);
  },
  read(reader) {
    let text = "0";
    readFields(reader, "Quantity", (number) => {
      if (number !== 1) return false;
      reader.expect(2, "String_");
      text = canonicalQuantityText(reader.text());
      return true;
    });
    return text;
  },
};

/** intstr.IntOrString: the type, the number and the string, all always written. */
const intOrString: ProtobufNode = {
  wireType: 2,
  write(writer, value) {
    const before = writer.length;
    writeText(writer, value);
    writer.byte(0x1a);
    writer.int64(integerOf(value));
    writer.byte(0x10);
    writer.byte(typeof value === "string" ? 1 : 0);
    writer.byte(0x08);
    writer.varint(writer.length - before);
  },
  read(reader) {
    let isText = false;
    let number = 0;
    let text = "";
    readFields(reader, "IntOrString", (field) => {
      if (field > 3) return false;
      reader.expect(field === 3 ? 2 : 0, field === 1 ? "Type" : field === 2 ? "IntVal" : "StrVal");
      if (field === 1) isText = reader.int64() === 1;
      else if (field === 2) number = reader.int32();
      else text = reader.text();
      return true;
    });
    return isText ? text : number;
  },
};

const digits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let i = from; i < to; i++) value = value * 10 + text.charCodeAt(i) - 0x30;
  return value;
};

/** Returns the seconds since the epoch of a time: `2006-01-02T15:04:05`. */
const secondsOf = (text: string): number =>
  daysFromCivil(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)) * 86400 +
  digits(text, 11, 13) * 3600 +
  digits(text, 14, 16) * 60 +
  digits(text, 17, 19);

function readTimestamp(reader: ProtobufReader): {
  readonly empty: boolean;
  readonly seconds: number;
  readonly nanos: number;
} {
  const from = reader.at;
  let seconds = 0;
  let nanos = 0;
  readFields(reader, "Timestamp", (field) => {
    if (field > 2) return false;
    reader.expect(0, field === 1 ? "Seconds" : "Nanos");
    if (field === 1) seconds = Number(reader.int64());
    else nanos = reader.int32();
    return true;
  });
  return { empty: reader.at - from === 1, seconds, nanos };
}

/** Reports whether the year of a time can be printed. Other times are decoded as Go's zero time. */
const isPrintableTime = (seconds: number): boolean => seconds > -62135596800 && seconds < 253402300800;

/** A time, held as text, or null for the zero time. The zero time is written as an empty message. */
const timeNode = (
  nanosOf: (text: string) => number,
  format: (seconds: number, nanos: number) => string,
): ProtobufNode => ({
  wireType: 2,
  write(writer, value) {
    const before = writer.length;
    if (typeof value === "string") {
      writer.varint(nanosOf(value));
      writer.byte(0x10);
      writer.int64(secondsOf(value));
      writer.byte(0x08);
    }
    writer.varint(writer.length - before);
  },
  read(reader) {
    const { empty, seconds, nanos } = readTimestamp(reader);
    return empty || !isPrintableTime(seconds) ? null : format(seconds, nanos);
  },
});

const time = timeNode(
  () => 0,
  (seconds) => `${civilText(seconds)}Z`,
);
const microTime = timeNode(
  (text) => digits(text, 20, 26) * 1000,
  (seconds, nanos) =>
    `${civilText(seconds + Math.floor(nanos / 1e9))}.${String(Math.floor((((nanos % 1e9) + 1e9) % 1e9) / 1000)).padStart(6, "0")}Z`,
);

const duration: ProtobufNode = {
  wireType: 2,
  write(writer, value) {
    const before = writer.length;
    writer.int64(typeof value === "string" ? parseDuration(value) : 0);
    writer.byte(0x08);
    writer.varint(writer.length - before);
  },
  read(reader) {
    let nanos: number | bigint = 0;
    readFields(reader, "Duration", (field) => {
      if (field !== 1) return false;
      reader.expect(0, "Duration");
      nanos = reader.int64();
      return true;
    });
    return formatDuration(BigInt(nanos));
  },
};

/** The scalar nodes by type. `number` does not occur in types with protobuf support. */
export const scalarNodes: Readonly<Record<ScalarType, ProtobufNode>> = {
  string,
  bool,
  int32,
  int64,
  float64,
  number: float64,
  bytes,
  quantity,
  intOrString,
  time,
  microTime,
  duration,
};

const secondsOfDay = 86400;
const two = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, "0"));

let knownDay = Number.NaN;
let knownText = "";

/**
 * Formats seconds since the epoch as `2006-01-02T15:04:05`. The last day is cached, since the times of one object are
 * often on the same day.
 */
function civilText(seconds: number): string {
  const day = Math.floor(seconds / secondsOfDay);
  if (day !== knownDay) {
    knownText = formatCivil(day * secondsOfDay).slice(0, -8);
    knownDay = day;
  }
  const time = seconds - day * secondsOfDay;
  return `${knownText}${two[Math.floor(time / 3600)]}:${two[Math.floor(time / 60) % 60]}:${two[time % 60]}`;
}
