import { base64OfBytes } from "../../../apimachinery/base64.ts";
import { floatNumber, intNumber } from "../../../apimachinery/json/number.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { setMember } from "../../../apimachinery/json/members.ts";
import { sortedMap } from "../binary/held-object.ts";
import { CborTypeError, duplicateKey, type CborError } from "./cbor-error.ts";
import { major, majorName } from "./cbor-head.ts";
import { readTaggedTime } from "./cbor-time.ts";
import type { CborReader } from "./cbor-reader.ts";

/** Reads the next item as a JSON value. On a problem, which is recorded in the reader, the result is meaningless. */
export function readAny(reader: CborReader, skipSelfDescription = true): JsonValue {
  if (reader.nextType === major.tag) {
    if (skipSelfDescription) reader.skipSelfDescription();
    if (!reader.checkTags()) return null;
  }
  switch (reader.nextType) {
    case major.unsigned:
    case major.negative:
      return readInteger(reader) ?? null;
    case major.bytes:
      return readBytesAsText(reader);
    case major.text:
      return reader.textString() ?? null;
    case major.array:
      return readArray(reader);
    case major.map:
      return readMapOf(reader, readAny);
    case major.tag:
      return readTagged(reader);
    default:
      return readPrimitive(reader);
  }
}

/** Reads an integer. A value outside the range of int64 is recorded as a problem and returns undefined. */
export function readInteger(reader: CborReader, goType = "int64", range = "Go's int64"): number | bigint | undefined {
  reader.head();
  const negative = reader.type === major.negative;
  if (reader.info < 27) return negative ? -1 - reader.argument : reader.argument;
  const value = negative ? -1n - reader.wide : reader.wide;
  if (BigInt.asIntN(64, value) === value) return intNumber(value);
  reader.problem = new CborTypeError(
    majorName(reader.type),
    goType,
    `${value} overflows ${negative ? "Go's int64" : range}`,
  );
  return undefined;
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const urlSafe = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Reads a byte string as text, encoded as its tag specifies, if any. */
export function readBytesAsText(reader: CborReader): string {
  if (reader.laterEncodings.length === 0) return reader.byteText();
  switch (reader.laterEncodings.at(-1)) {
    case 21:
      return urlSafe(base64OfBytes(reader.byteString()));
    case 22:
      return base64OfBytes(reader.byteString());
    case 23:
      return hex(reader.byteString());
    default:
      return reader.byteText();
  }
}

function readArray(reader: CborReader): readonly JsonValue[] {
  const items: JsonValue[] = [];
  let problem: CborError | undefined;
  const count = reader.open();
  for (let i = 0; reader.more(i, count); i++) {
    items.push(readAny(reader));
    problem ??= reader.takeProblem();
    reader.problem = undefined;
  }
  reader.problem = problem;
  return items;
}

/** Reads a map key as text. Null counts as "", because decoding null into a Go string has no effect. */
function readKey(reader: CborReader): string | undefined {
  reader.skipSelfDescription();
  if (!reader.checkTags()) return undefined;
  switch (reader.nextType) {
    case major.text:
      return reader.textString();
    case major.bytes:
      return readBytesAsText(reader);
    case major.tag:
      reader.head();
      return within(reader, reader.argument, () => readKey(reader));
    case major.primitive:
      reader.head();
      if (reader.refuseSimpleValue()) return undefined;
      if (reader.argument === 22 && reader.info < 24) return "";
      reader.problem = new CborTypeError("primitives", "string");
      return undefined;
    default:
      reader.problem = new CborTypeError(majorName(reader.nextType), "string");
      reader.skip();
      return undefined;
  }
}

/** Reads the content of a tag, which may specify the text encoding of bytes in it. */
export function within<T>(reader: CborReader, tag: number, read: () => T): T {
  if (tag < 21 || tag > 23) return read();
  const before = reader.laterEncodings;
  reader.laterEncodings = [...before, tag];
  const value = read();
  reader.laterEncodings = before;
  return value;
}

/** Reads a map with text keys, sorted as Go prints maps, so that raw values made from it print the same. */
export function readMapOf<T>(reader: CborReader, readValue: (reader: CborReader) => T): Readonly<Record<string, T>> {
  const map: Record<string, T> = {};
  let problem: CborError | undefined;
  let last = "";
  let sorted = true;
  const count = reader.open();
  for (let i = 0; reader.more(i, count); i++) {
    const key = readKey(reader);
    if (key === undefined) {
      problem ??= reader.takeProblem();
      reader.problem = undefined;
      reader.skip();
      continue;
    }
    const value = readValue(reader);
    const valueProblem = reader.takeProblem();
    problem ??= valueProblem;
    if (valueProblem !== undefined) continue;
    if (Object.hasOwn(map, key)) {
      problem = duplicateKey(key, i);
      reader.skipEntries(i + 1, count);
      break;
    }
    sorted &&= last <= key;
    last = key;
    setMember(map, key, value);
  }
  reader.problem = problem;
  return sorted ? map : sortedMap(map);
}

function readTagged(reader: CborReader): JsonValue {
  reader.head();
  const tag = reader.argument;
  return tag === 0 || tag === 1 ? readTaggedTime(reader, tag) : within(reader, tag, () => readAny(reader, false));
}

function readPrimitive(reader: CborReader): JsonValue {
  reader.head();
  if (reader.refuseSimpleValue()) return null;
  if (reader.info >= 25) return floatNumber(reader.float());
  return reader.argument === 22 ? null : reader.argument === 21;
}
