import type { BackwardWriter } from "../binary/backward-writer.ts";
import { holdMap } from "../binary/held-object.ts";
import { sortedKeys } from "../../../apimachinery/json/encode.ts";
import { readWhole, type ProtobufNode } from "./protobuf-node.ts";
import type { ProtobufReader } from "./protobuf-reader.ts";

/** How one field of a message is written and read. */
export interface FieldForm {
  /** Nothing is written where nothing is held. */
  readonly optional: boolean;
  /** Writes the field with its tags, or nothing. */
  write(writer: BackwardWriter, value: unknown): void;
  /** Reads one occurrence. */
  read(reader: ProtobufReader, before: unknown): unknown;
  /** The held value of what was read last. */
  readonly finish?: ((read: unknown) => unknown) | undefined;
}

/** What a field is called, and its tag. */
export interface FieldTag {
  readonly number: number;
  readonly goName: string;
}

const tagOf = ({ number }: FieldTag, { wireType }: ProtobufNode): number => number * 8 + wireType;

/** A field that occurs once. `optional` ones are left out where nothing is held; others are written always. */
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

/** A list: an occurrence for each item. Numbers are written one by one and read packed as well. */
export function repeatedField(tag: FieldTag, node: ProtobufNode): FieldForm {
  const key = tagOf(tag, node);
  return {
    optional: true,
    write(writer, value) {
      if (!isList(value)) return;
      for (let i = value.length - 1; i >= 0; i--) {
        node.write(writer, value[i]);
        writer.varint(key);
      }
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

/** A map: an entry of key and value for each member, sorted by key. `zero` is the value of an entry that has none. */
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
      const map = value as Readonly<Record<string, never>>; // held maps have text keys
      const names = sortedKeys(map);
      for (let i = names.length - 1; i >= 0; i--) {
        const name = names[i] ?? "";
        if (map[name] !== undefined) writeEntry(writer, name, map[name]);
      }
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
