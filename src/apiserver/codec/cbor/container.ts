import { within } from "./cbor-any.ts";
import { refuseItem } from "./refuse-item.ts";
import { CborTypeError } from "./cbor-error.ts";
import { major } from "./cbor-head.ts";
import type { CborReader } from "./cbor-reader.ts";

/**
 * Reads a container of a major type after its tags. Null is null; any other item is recorded as a problem and returns
 * undefined.
 */
export function readContainer<T>(
  reader: CborReader,
  goType: string,
  type: number,
  read: (reader: CborReader) => T,
): T | null | undefined {
  if (reader.nextType === type) return read(reader);
  if (reader.nextType === major.tag) return readTagged(reader, goType, type, read);
  if (reader.nextType === major.primitive) return readPrimitive(reader, goType);
  const isArrayForStruct = reader.nextType === major.array && type === major.map && !goType.startsWith("map[");
  return refuseItem(
    reader,
    goType,
    isArrayForStruct ? "cannot decode CBOR array to struct without toarray option" : "",
  );
}

function readTagged<T>(
  reader: CborReader,
  goType: string,
  type: number,
  read: (reader: CborReader) => T,
): T | null | undefined {
  reader.skipSelfDescription();
  if (!reader.checkTags()) return undefined;
  if (reader.nextType !== major.tag) return readContainer(reader, goType, type, read);
  reader.head();
  return within(reader, reader.argument, () => readContainer(reader, goType, type, read));
}

function readPrimitive(reader: CborReader, goType: string): null | undefined {
  reader.head();
  if (reader.refuseSimpleValue()) return undefined;
  if (reader.info < 24 && reader.argument === 22) return null;
  reader.problem = new CborTypeError("primitives", goType);
  return undefined;
}
