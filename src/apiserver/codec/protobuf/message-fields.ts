import type { BackwardWriter } from "../binary/backward-writer.ts";
import { holdMap } from "../binary/held-object.ts";
import { inByteOrder, sortedKeys } from "../../../apimachinery/json/encode.ts";
import { phase } from "../../../component-base/work.ts";
import { isLongWrite, writeLong } from "../binary/long-writes.ts";
import { manyKeysOf } from "../json/node-codec.ts";
import { readWhole, type ProtobufNode } from "./protobuf-node.ts";
import type { ProtobufReader } from "./protobuf-reader.ts";

/** Encodes and decodes one field of a message. */
export interface FieldForm {
  /** Whether the field is omitted if it has no value. */
  readonly optional: boolean;
  /** Writes the field with its tags, or nothing. */
  write(writer: BackwardWriter, value: unknown): void;
  /** Reads one occurrence. */
  read(reader: ProtobufReader, before: unknown): unknown;
  /** Converts the result of the last `read` to the decoded value. */
  readonly finish?: ((read: unknown) => unknown) | undefined;
}

/** The name and number of a field. */
export interface FieldTag {
  readonly number: number;
  readonly goName: string;
}

const tagOf = ({ number }: FieldTag, { wireType }: ProtobufNode): number => number * 8 + wireType;

/** A singular field. An optional field without a value is omitted; others are always written. */
export function singleField(tag: FieldTag, node: ProtobufNode, optional: boolean): FieldForm {
  const key = tagOf(tag, node);
  return {
    optional,
    write(writer, value) {
      if (optional && (value === undefined || value === null)) return;
      node.write(writer, value);
      writer.varint(key);
    },
    read(reader, before) {
      reader.expect(node.wireType, tag.goName);
      return node.read(reader, before);
    },
    finish: node.finish,
  };
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** A repeated field. Numbers are written unpacked, and read both packed and unpacked. */
export function repeatedField(tag: FieldTag, node: ProtobufNode): FieldForm {
  const key = tagOf(tag, node);
  const writeItem = (writer: BackwardWriter, item: unknown): void => {
    node.write(writer, item);
    writer.varint(key);
  };
  return {
    optional: true,
    write(writer, value) {
      if (!isList(value)) return;
      if (isLongWrite(value.length)) return writeLong(writer, value.length, (to, i) => writeItem(to, value[i]));
      for (let i = value.length - 1; i >= 0; i--) writeItem(writer, value[i]);
    },
    read(reader, before) {
      const items = isList(before) ? before : [];
      if (node.wireType !== 2 && reader.wireType === 2) readPacked(reader, node, items);
      else {
        reader.expect(node.wireType, tag.goName);
        items.push(readWhole(node, reader));
      }
      return items;
    },
  };
}

function readPacked(reader: ProtobufReader, node: ProtobufNode, items: unknown[]): void {
  const outer = reader.enter();
  while (reader.at < reader.end) items.push(node.read(reader, undefined));
  reader.leave(outer);
}

/** Returns the names of a map in their order; those of a large one are sorted between two pauses. */
function namesOf(map: Readonly<Record<string, unknown>>): readonly string[] {
  const many = manyKeysOf(map);
  return many === undefined ? sortedKeys(map) : phase(() => inByteOrder([...many]));
}

/** A map field: one entry for each member, sorted by key. `zero` returns the value of an entry without one. */
export function mapField(tag: FieldTag, node: ProtobufNode, zero: () => unknown): FieldForm {
  const key = tag.number * 8 + 2;
  const valueKey = 2 * 8 + node.wireType;
  const writeEntry = (writer: BackwardWriter, name: string, value: unknown): void => {
    const before = writer.length;
    node.write(writer, value);
    writer.byte(valueKey);
    writer.varint(writer.text(name));
    writer.byte(0x0a);
    writer.varint(writer.length - before);
    writer.varint(key);
  };
  return {
    optional: true,
    write(writer, value) {
      if (typeof value !== "object" || value === null) return;
      const map = value as Readonly<Record<string, never>>; // decoded maps have string keys
      const names = namesOf(map);
      const write = (to: BackwardWriter, i: number): void => {
        const name = names[i] ?? "";
        if (map[name] !== undefined) writeEntry(to, name, map[name]);
      };
      if (isLongWrite(names.length)) return writeLong(writer, names.length, write);
      for (let i = names.length - 1; i >= 0; i--) write(writer, i);
    },
    read(reader, before) {
      reader.expect(2, tag.goName);
      const entries: Map<string, unknown> = before instanceof Map ? before : new Map();
      readEntry(reader, node, zero, entries);
      return entries;
    },
    finish: (entries) => (entries instanceof Map ? holdMap(entries) : undefined),
  };
}

function readEntry(
  reader: ProtobufReader,
  node: ProtobufNode,
  zero: () => unknown,
  entries: Map<string, unknown>,
): void {
  const outer = reader.enter();
  let name = "";
  let value: unknown;
  while (reader.entryTag()) {
    if (reader.field === 1) name = reader.text();
    else if (reader.field === 2) value = readWhole(node, reader);
    else reader.skip();
  }
  reader.leave(outer);
  entries.set(name, value === undefined ? zero() : value);
}
