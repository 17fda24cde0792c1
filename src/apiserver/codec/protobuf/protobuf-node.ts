import type { BackwardWriter } from "../binary/backward-writer.ts";
import type { ProtobufReader } from "./protobuf-reader.ts";

/**
 * Encodes and decodes values of one schema node; created once for each type. Values have the representation of the JSON
 * codec.
 */
export interface ProtobufNode {
  readonly wireType: 0 | 1 | 2;
  /**
   * Writes the value after the tag, preceded by its length if it has one. `undefined` and null write the zero value.
   */
  write(writer: BackwardWriter, value: unknown): void;
  /**
   * Reads the value after a tag. `before` is the result of an earlier occurrence of the field: messages are merged,
   * other values replaced.
   */
  read(reader: ProtobufReader, before: unknown): unknown;
  /** Converts the last result of `read` to the decoded value. Absent if no conversion is needed. */
  readonly finish?: (read: unknown) => unknown;
}

/** Reads a value in a list or map, which is never merged. */
export const readWhole = (node: ProtobufNode, reader: ProtobufReader): unknown => {
  const read = node.read(reader, undefined);
  return node.finish === undefined ? read : node.finish(read);
};
