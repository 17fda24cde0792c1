import type { BackwardWriter } from "../binary/backward-writer.ts";
import type { CborReader } from "./cbor-reader.ts";

/**
 * Encodes and decodes values of one schema node; created once for each type. Values have the representation of the JSON
 * codec.
 */
export interface CborNode {
  /** Writes a value; `undefined` and null write Go's zero value. */
  write(writer: BackwardWriter, value: unknown): void;
  /** Writes an item of a list. Absent unless the values are lists. */
  readonly writeItem?: (writer: BackwardWriter, item: unknown) => void;
  /**
   * Reads the next item; CBOR null is null. On a problem, which is recorded in the reader, the result is meaningless.
   */
  read(reader: CborReader): unknown;
  /** Returns the value for null in a list or map. */
  zero(): unknown;
}
