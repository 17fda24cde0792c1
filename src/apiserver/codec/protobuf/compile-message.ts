import type { Field, ListSchema, ObjectSchema, Schema, SchemaOrSchema } from "../../schema/schema.ts";
import type { BackwardWriter } from "../binary/backward-writer.ts";
import { compileObject } from "../json/typed-codec.ts";
import { mapField, repeatedField, singleField, type FieldForm, type FieldTag } from "./message-fields.ts";
import { createLayout, MessageNode, type Layout, type Member } from "./message-node.ts";
import type { ProtobufNode } from "./protobuf-node.ts";
import type { ProtobufReader } from "./protobuf-reader.ts";
import { rawNode } from "./raw-nodes.ts";
import { scalarNodes } from "./scalar-nodes.ts";
import { schemaOrNode } from "./schema-or-node.ts";

const messages = new WeakMap<ObjectSchema, MessageNode>();

/** Returns the node of a type. Each type is compiled once, on first use. */
export function compileMessage(schema: ObjectSchema): MessageNode {
  const known = messages.get(schema);
  if (known) return known;
  const codec = compileObject(schema);
  const node = new MessageNode(
    schema,
    () => codec.fields,
    () => layoutOf(schema, placesOf(schema)),
  );
  messages.set(schema, node);
  return node;
}

const placesOf = ({ fields }: ObjectSchema): ReadonlyMap<string, number> =>
  new Map(fields.map(({ name }, place) => [name, place]));

const structName = (goType: string): string => goType.slice(goType.lastIndexOf(".") + 1);

/**
 * Returns the layout of a type with its own fields and embedded structs. TypeMeta has no field number, since only the
 * envelope contains it.
 */
function layoutOf(schema: ObjectSchema, places: ReadonlyMap<string, number>): Layout {
  const inherited = new Set(schema.embedded.flatMap((embedded) => embedded.schema.fields));
  const members: Member[] = [];
  for (const field of schema.fields) {
    const place = places.get(field.name);
    if (field.protobuf === undefined || place === undefined || inherited.has(field)) continue;
    members.push({ kind: "field", number: field.protobuf.number, name: field.name, place, form: formOf(field) });
  }
  for (const { goName, protobuf, schema: inner } of schema.embedded) {
    if (protobuf !== undefined)
      members.push({ kind: "embedded", number: protobuf.number, goName, layout: layoutOf(inner, places) });
  }
  return createLayout(structName(schema.goType), members);
}

function formOf(field: Field): FieldForm {
  const tag: FieldTag = { number: field.protobuf?.number ?? 0, goName: field.goName };
  const { schema } = field;
  if (schema.kind === "map")
    return mapField(tag, compileNode(schema.values.schema), () => zeroInMap(schema.values.schema));
  if (schema.kind === "list" && field.protobuf?.repeated) return repeatedField(tag, compileNode(schema.items.schema));
  const absent = schema.kind === "list" || (schema.kind === "scalar" && schema.type === "bytes");
  return singleField(tag, compileNode(schema), field.pointer || absent);
}

/** Returns the value of a map entry without one. */
function zeroInMap(schema: Schema): unknown {
  if (schema.kind === "object") return compileObject(schema).zero();
  if (schema.kind === "list") return [];
  if (schema.kind !== "scalar") return null;
  const { type } = schema;
  return type === "bool" ? false : type === "string" || type === "bytes" ? "" : type === "quantity" ? "0" : 0;
}

function compileNode(schema: Schema): ProtobufNode {
  switch (schema.kind) {
    case "object":
      return compileMessage(schema);
    case "list":
      return wrappedList(schema);
    case "scalar":
      return scalarNodes[schema.type];
    case "raw":
      return rawNode(structName(schema.goType));
    case "schemaOr":
      return schemaOrNode(schema, lazyObject(schema));
    case "map":
      throw new Error(`${schema.goType} has no form in protobuf`);
  }
}

const lazyObject =
  ({ object }: SchemaOrSchema) =>
  (): ProtobufNode =>
    compileNode(object.schema);

/** The node of a named list type: a message whose field 1 is repeated. */
function wrappedList({ goType, items }: ListSchema): ProtobufNode {
  const message = structName(goType);
  const form = repeatedField({ number: 1, goName: "Items" }, compileNode(items.schema));
  return {
    wireType: 2,
    write(writer: BackwardWriter, value: unknown) {
      const before = writer.length;
      form.write(writer, value);
      writer.varint(writer.length - before);
    },
    read(reader: ProtobufReader, before: unknown) {
      let list: unknown = before ?? [];
      const outer = reader.enter();
      while (reader.tag(message)) {
        if (reader.field === 1) list = form.read(reader, list);
        else reader.skip();
      }
      reader.leave(outer);
      return list;
    },
  };
}
