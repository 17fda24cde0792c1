import { decodeUtf8 } from "../../../apimachinery/utf8.ts";
import { decodeJson, JsonSyntaxError } from "../../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { DecodeError } from "../json/decode-state.ts";
import { keptValue } from "../../../component-base/work.ts";
import { printRaw } from "../json/raw-codecs.ts";
import type { BackwardWriter } from "../binary/backward-writer.ts";
import type { ProtobufNode } from "./protobuf-node.ts";
import type { ProtobufReader } from "./protobuf-reader.ts";

/** The node of RawExtension, FieldsV1 and JSON: a message with JSON text as its only field. */
export const rawNode = (message: string): ProtobufNode => ({
  wireType: 2,
  write(writer: BackwardWriter, value: unknown) {
    const before = writer.length;
    if (value !== undefined && value !== null) {
      writer.varint(writer.text(keptValue(() => printRaw(value as JsonValue)))); // decoded raw values are JSON
      writer.byte(0x0a);
    }
    writer.varint(writer.length - before);
  },
  read(reader: ProtobufReader) {
    const outer = reader.enter();
    let value: JsonValue = null;
    while (reader.tag(message)) {
      if (reader.field !== 1) reader.skip();
      else {
        reader.expect(2, "Raw");
        value = parseRaw(reader.view(), message);
      }
    }
    reader.leave(outer);
    return value;
  },
});

/** Parses the JSON of a raw value. Invalid FieldsV1 are kept as text, which makes the managed fields undecodable. */
function parseRaw(bytes: Uint8Array, message: string): JsonValue {
  if (bytes.length === 0) return null;
  const text = decodeUtf8(bytes);
  try {
    return decodeJson(text);
  } catch (error) {
    if (message === "FieldsV1") return text;
    throw error instanceof JsonSyntaxError ? new DecodeError(error.message, { cause: error }) : error;
  }
}
