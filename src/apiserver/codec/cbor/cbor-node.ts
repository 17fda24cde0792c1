import type { BackwardWriter } from "../binary/backward-writer.ts";
import type { CborReader } from "./cbor-reader.ts";

/** Writer and reader of one schema node, made once per type. Values are as the JSON codec holds them. */
export interface CborNode {
  /** `undefined` and null write what Go's zero value is. */
  write(writer: BackwardWriter, value: unknown): void;
  /** The value of the next item: null for CBOR's. A problem is left in the reader, and the value is then of no use. */
  read(reader: CborReader): unknown;
  /** What null becomes in a list or map. */
  zero(): unknown;
}
