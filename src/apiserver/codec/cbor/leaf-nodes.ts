import { base64OfBytes, bytesOfBase64 } from "../../../apimachinery/base64.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { ScalarSchema, ScalarType } from "../../schema/schema.ts";
import type { BackwardWriter } from "../binary/backward-writer.ts";
import { canonicalBase64 } from "../json/base64.ts";
import { DecodeError, DecodeState } from "../json/decode-state.ts";
import type { NodeCodec } from "../json/node-codec.ts";
import { CborError, CborTypeError } from "./cbor-error.ts";
import { refuseItem } from "./refuse-item.ts";
import { readAny, readBytesAsText, readInteger, within } from "./cbor-any.ts";
import { major, majorName } from "./cbor-head.ts";
import type { CborNode } from "./cbor-node.ts";
import type { CborReader } from "./cbor-reader.ts";
import { writeBool, writeFloat, writeHead, writeInteger, writeNull, writeText } from "./cbor-writer.ts";

/** A Go type that accepts only some items. */
interface Leaf {
  readonly goType: string;
  /** Reads an item of an accepted major type. Returns undefined, without reading, for any other. */
  read(reader: CborReader): unknown;
}

/** Reads a value after its tags. An item that the type does not accept is skipped and recorded as a problem. */
function readLeaf(reader: CborReader, leaf: Leaf): unknown {
  if (reader.nextType === major.tag) {
    reader.skipSelfDescription();
    if (!reader.checkTags()) return undefined;
    if (reader.nextType === major.tag) {
      reader.head();
      return within(reader, reader.argument, () => readLeaf(reader, leaf));
    }
  }
  const before = reader.at;
  const value = leaf.read(reader);
  if (value !== undefined || reader.problem !== undefined || reader.at !== before) return value;
  return reader.nextType === major.primitive ? readNull(reader, leaf.goType) : refuseItem(reader, leaf.goType);
}

/** Reads null, which every type accepts. Other simple values and floats are problems. */
function readNull(reader: CborReader, goType: string): null | undefined {
  reader.head();
  if (reader.refuseSimpleValue()) return undefined;
  if (reader.info < 24 && reader.argument === 22) return null;
  reader.problem = new CborTypeError("primitives", goType);
  return undefined;
}

const isInteger = ({ nextType }: CborReader): boolean => nextType <= major.negative;

function readText(reader: CborReader): string | undefined {
  if (reader.nextType === major.bytes) return readBytesAsText(reader);
  return reader.nextType === major.text ? reader.textString() : undefined;
}

function readBool(reader: CborReader): boolean | undefined {
  const byte = reader.bytes[reader.at];
  if (byte !== 0xf4 && byte !== 0xf5) return undefined;
  reader.at++;
  return byte === 0xf5;
}

const bounds: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: Infinity, uint8: 256 };

const readIntegerOf =
  (goType: string, type: "int32" | "int64" | "uint8") =>
  (reader: CborReader): number | bigint | undefined => {
    const first = reader.bytes[reader.at] ?? 0;
    if (first < 24) {
      reader.at++;
      return first;
    }
    if (!isInteger(reader)) return undefined;
    const cborType = majorName(reader.nextType);
    const value = readInteger(reader, goType, goType);
    const bound = bounds[type] ?? 0;
    if (value === undefined || (value < bound && value >= (type === "uint8" ? 0 : -bound))) return value;
    reader.problem = new CborTypeError(cborType, goType, `${value} overflows ${goType}`);
    return undefined;
  };

function readFloat(reader: CborReader): number | undefined {
  if (isInteger(reader)) return Number(readInteger(reader) ?? 0);
  const byte = reader.bytes[reader.at] ?? 0;
  if (byte < 0xf9 || byte > 0xfb) return undefined;
  reader.head();
  return reader.float();
}

/** Reads bytes: raw if a tag specifies their text encoding, otherwise as base64, or as a list of numbers. */
function readBytes(reader: CborReader): string | undefined {
  if (reader.nextType === major.array) return readBytesOfList(reader);
  if (reader.nextType !== major.bytes) return undefined;
  if (reader.laterEncodings.length > 0) return base64OfBytes(reader.byteString());
  const result = canonicalBase64(reader.byteText());
  if (typeof result === "string") return result;
  reader.problem = new CborError(
    `cbor: failed to decode base64 from byte string: illegal base64 data at input byte ${result.illegalAt}`,
  );
  return undefined;
}

const byteLeaf: Leaf = { goType: "uint8", read: readIntegerOf("uint8", "uint8") };

function readBytesOfList(reader: CborReader): string {
  const bytes: number[] = [];
  let problem: CborError | undefined;
  const count = reader.open();
  for (let i = 0; reader.more(i, count); i++) {
    bytes.push(Number(readLeaf(reader, byteLeaf) ?? 0));
    problem ??= reader.takeProblem();
    reader.problem = undefined;
  }
  reader.problem = problem;
  return base64OfBytes(Uint8Array.from(bytes));
}

const leafNode = (goType: string, zero: unknown, read: Leaf["read"], write: CborNode["write"]): CborNode => {
  const leaf = { goType, read };
  return { zero: () => zero, read: (reader) => readLeaf(reader, leaf), write };
};

/** The node of strings, which most leaves are. */
function textNode(goType: string): CborNode {
  const leaf = { goType, read: readText };
  return { zero: () => "", read: (reader) => reader.shortText() ?? readLeaf(reader, leaf), write: writeTextOr("") };
}

const writeTextOr =
  (zero: string) =>
  (writer: BackwardWriter, value: unknown): void =>
    writeText(writer, typeof value === "string" ? value : zero);
const writeNumber = (writer: BackwardWriter, value: unknown): void =>
  writeInteger(writer, typeof value === "number" || typeof value === "bigint" ? value : 0);
const writeTime = (writer: BackwardWriter, value: unknown): void =>
  typeof value === "string" ? writeText(writer, value) : writeNull(writer);

function writeBytes(writer: BackwardWriter, value: unknown): void {
  if (typeof value !== "string") return writeNull(writer);
  const bytes = bytesOfBase64(value);
  writer.bytes(bytes);
  writeHead(writer, major.bytes, bytes.length);
  writeHead(writer, major.tag, 22);
}

/** Decodes a value with its JSON codec. An error is recorded as a problem. */
function decodeHeld(reader: CborReader, codec: NodeCodec, value: JsonValue): unknown {
  if (reader.problem !== undefined) return undefined;
  if (value === null) return codec.zero();
  const state = new DecodeState(undefined, undefined, false);
  try {
    const held = codec.decode(value, state);
    if (state.savedError === undefined) return held;
    reader.problem = new CborError(state.savedError.message);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reader.problem = new CborError(error.message);
  }
  return undefined;
}

/** The node of types with their own CBOR unmarshaler, which reads a text. */
const textual = (codec: NodeCodec, write: CborNode["write"]): CborNode => {
  const leaf: Leaf = { goType: "string", read: readText };
  return {
    zero: () => codec.zero(),
    write,
    read(reader) {
      if (reader.nextIsNull) {
        reader.at++;
        return codec.zero();
      }
      const text = readLeaf(reader, leaf);
      return typeof text === "string" ? decodeHeld(reader, codec, text) : codec.zero();
    },
  };
};

/** The node of types that only support JSON. The item is converted to JSON first. */
export const transcodedNode = (codec: NodeCodec, write: CborNode["write"]): CborNode => ({
  zero: () => codec.zero(),
  write,
  read(reader) {
    reader.skipSelfDescription();
    const value = readAny(reader);
    if (reader.problem !== undefined)
      reader.problem = new CborError(`cbor: cannot transcode from cbor to json: ${reader.problem.message}`);
    return decodeHeld(reader, codec, value);
  },
});

const int32Leaf: Leaf = { goType: "int32", read: readIntegerOf("int32", "int32") };

const textLeaf: Leaf = { goType: "string", read: readText };

/** The node of IntOrString: any item that is not a text is read as a number. */
const intOrString = (): CborNode => ({
  zero: () => 0,
  write: (writer, value) => (typeof value === "string" ? writeText(writer, value) : writeNumber(writer, value)),
  read(reader) {
    if (isInteger(reader)) return readLeaf(reader, int32Leaf) ?? 0;
    const before = reader.at;
    const text = readLeaf(reader, textLeaf);
    if (reader.takeProblem() === undefined) return typeof text === "string" ? text : "";
    reader.at = before;
    return readLeaf(reader, int32Leaf) ?? 0;
  },
});

const rows: Readonly<Record<ScalarType, (goType: string, codec: NodeCodec) => CborNode>> = {
  string: textNode,
  bool: (goType) => leafNode(goType, false, readBool, (writer, value) => writeBool(writer, value === true)),
  int32: (goType) => leafNode(goType, 0, readIntegerOf(goType, "int32"), writeNumber),
  int64: (goType) => leafNode(goType, 0, readIntegerOf(goType, "int64"), writeNumber),
  float64: (goType) =>
    leafNode(goType, 0, readFloat, (writer, value) => writeFloat(writer, typeof value === "number" ? value : 0)),
  number: (goType) => leafNode(goType, 0, readFloat, writeNumber),
  bytes: () => leafNode("[]uint8", null, readBytes, writeBytes),
  quantity: (_, codec) => textual(codec, writeTextOr("0")),
  time: (_, codec) => textual(codec, writeTime),
  microTime: (_, codec) => textual(codec, writeTime),
  duration: (_, codec) => transcodedNode(codec, writeTextOr("0s")),
  intOrString,
};

/** Returns the node of a scalar. `codec` is its JSON codec. */
export const scalarNode = ({ type, goType }: ScalarSchema, codec: NodeCodec): CborNode => rows[type](goType, codec);
