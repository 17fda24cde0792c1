import { Double, type JsonValue } from "../../../apimachinery/json/value.ts";
import { sortedLong } from "../../../component-base/sort-long.ts";
import { keptValue } from "../../../component-base/work.ts";
import { isLongWrite, writeLong } from "../binary/long-writes.ts";
import { manyKeysOf } from "../json/node-codec.ts";
import type { BackwardWriter } from "../binary/backward-writer.ts";
import { major } from "./cbor-head.ts";
import { float16Bits } from "./float16.ts";

/** Writes a head, a major type and an argument, in the fewest bytes. */
export function writeHead(writer: BackwardWriter, type: number, argument: number | bigint): void {
  if (argument < 24) return writer.byte((type << 5) | Number(argument));
  const size = argument < 0x100 ? 1 : argument < 0x10000 ? 2 : argument < 0x100000000 ? 4 : 8;
  if (size === 8) writeWide(writer, BigInt(argument));
  else {
    let rest = Number(argument);
    for (let i = 0; i < size; i++, rest = Math.floor(rest / 256)) writer.byte(rest & 0xff);
  }
  writer.byte((type << 5) | (size === 1 ? 24 : size === 2 ? 25 : size === 4 ? 26 : 27));
}

function writeWide(writer: BackwardWriter, argument: bigint): void {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, argument);
  writer.bytes(bytes);
}

/** Writes a text as a byte string, since Go strings need not be UTF-8. */
export function writeText(writer: BackwardWriter, text: string): void {
  writeHead(writer, major.bytes, writer.text(text));
}

export const writeNull = (writer: BackwardWriter): void => writer.byte(0xf6);

export const writeBool = (writer: BackwardWriter, value: boolean): void => writer.byte(value ? 0xf5 : 0xf4);

export function writeInteger(writer: BackwardWriter, value: number | bigint): void {
  if (value >= 0) writeHead(writer, major.unsigned, value);
  else writeHead(writer, major.negative, typeof value === "bigint" ? -1n - value : -1 - value);
}

/** Writes a float in the fewest bytes that preserve its value. */
export function writeFloat(writer: BackwardWriter, value: number): void {
  const half = float16Bits(value);
  const bytes = new Uint8Array(half !== undefined ? 3 : Math.fround(value) === value ? 5 : 9);
  const view = new DataView(bytes.buffer);
  bytes[0] = bytes.length === 3 ? 0xf9 : bytes.length === 5 ? 0xfa : 0xfb;
  if (half !== undefined) view.setUint16(1, half);
  else if (bytes.length === 5) view.setFloat32(1, value);
  else view.setFloat64(1, value);
  writer.bytes(bytes);
}

const utf8 = new TextEncoder();

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return a.length - b.length;
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
  return true;
};

/** Compares map keys: shorter ones first, then by their bytes. */
export function compareKeys(a: string, b: string): number {
  if (!isAscii(a) || !isAscii(b)) return compareBytes(utf8.encode(a), utf8.encode(b));
  return a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : a.length - b.length;
}

/** Writes the entries of a map in key order. */
export function writeEntries<T>(
  writer: BackwardWriter,
  map: Readonly<Record<string, T>>,
  writeValue: (writer: BackwardWriter, value: T) => void,
): void {
  const many = manyKeysOf(map);
  const keys = many === undefined ? Object.keys(map) : sortedLong(many, compareKeys);
  if (many === undefined && keys.length > 1) (keys as string[]).sort(compareKeys); // just made
  let count = 0;
  const write = (to: BackwardWriter, i: number): boolean => {
    const key = keys[i] ?? "";
    const value = map[key];
    if (value === undefined) return false;
    writeValue(to, value);
    writeText(to, key);
    return true;
  };
  if (many === undefined) for (let i = keys.length - 1; i >= 0; i--) count += write(writer, i) ? 1 : 0;
  else {
    writeLong(writer, keys.length, write);
    count = keptValue(() => keys.filter((key) => map[key] !== undefined).length);
  }
  writeHead(writer, major.map, count);
}

export function writeItems<T>(
  writer: BackwardWriter,
  items: readonly T[],
  writeItem: (writer: BackwardWriter, item: T) => void,
): void {
  const write = (to: BackwardWriter, i: number): void => {
    const item = items[i];
    if (item !== undefined) writeItem(to, item);
  };
  if (isLongWrite(items.length)) writeLong(writer, items.length, write);
  else for (let i = items.length - 1; i >= 0; i--) write(writer, i);
  writeHead(writer, major.array, items.length);
}

const isList = (value: object): value is readonly JsonValue[] => Array.isArray(value);

/** Writes an untyped value. */
export function writeAny(writer: BackwardWriter, value: JsonValue): void {
  switch (typeof value) {
    case "string":
      return writeText(writer, value);
    case "boolean":
      return writeBool(writer, value);
    case "bigint":
      return writeInteger(writer, value);
    case "number":
      return Number.isSafeInteger(value) ? writeInteger(writer, value) : writeFloat(writer, value);
    default:
      if (value === null) return writeNull(writer);
      if (value instanceof Double) return writeFloat(writer, value.value);
      return isList(value) ? writeItems(writer, value, writeAny) : writeEntries(writer, value, writeAny);
  }
}
