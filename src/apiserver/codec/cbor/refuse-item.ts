import { CborTypeError } from "./cbor-error.ts";
import { major, majorName } from "./cbor-head.ts";
import type { CborReader } from "./cbor-reader.ts";

const maxInt64 = 2n ** 63n - 1n;

/**
 * Skips an item that does not fit its Go type and records the problem. What is wrong with the item itself comes first:
 * invalid UTF-8, then the range of int64.
 */
export function refuseItem(reader: CborReader, goType: string, detail = ""): undefined {
  const type = reader.nextType;
  if (type === major.text) return refuseText(reader, goType);
  const overflow = type === major.negative ? negativeBelowInt64(reader) : undefined;
  if (overflow === undefined) reader.skip();
  const range = overflow === undefined ? detail : `${overflow} overflows Go's int64`;
  reader.problem = new CborTypeError(majorName(type), goType, range);
}

function refuseText(reader: CborReader, goType: string): undefined {
  if (reader.textString() !== undefined) reader.problem = new CborTypeError(majorName(major.text), goType);
}

/** Reads a negative integer, and returns it if it is below the range of int64. */
function negativeBelowInt64(reader: CborReader): bigint | undefined {
  const { at } = reader;
  reader.head();
  if (reader.info === 27 && reader.wide > maxInt64) return -1n - reader.wide;
  reader.at = at;
  return undefined;
}
