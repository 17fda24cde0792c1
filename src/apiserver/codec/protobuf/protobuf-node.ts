import type { BackwardWriter } from "../binary/backward-writer.ts";
import type { ProtobufReader } from "./protobuf-reader.ts";

/** Writer and reader of one schema node, made once per type. Values are as the JSON codec holds them. */
export interface ProtobufNode {
  readonly wireType: 0 | 1 | 2;
  /** Writes what follows the tag, with its length where it has one; `undefined` and null write the zero. */
  write(writer: BackwardWriter, value: unknown): void;
  /**
   * Reads what follows a tag. `before` is what an earlier occurrence of the same field left: messages merge, all else
   * is replaced.
   */
  read(reader: ProtobufReader, before: unknown): unknown;
  /** Makes the held value of what `read` gave last; absent where that is the held value. */
  readonly finish?: (read: unknown) => unknown;
}

/** A value in a list or map, which nothing is merged into. */
export const readWhole = (node: ProtobufNode, reader: ProtobufReader): unknown => {
  const read = node.read(reader, undefined);
  return node.finish === undefined ? read : node.finish(read);
};
