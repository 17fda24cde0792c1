import type { SchemaOrSchema } from "../../schema/schema.ts";
import type { BackwardWriter } from "../binary/backward-writer.ts";
import { repeatedField, singleField, type FieldForm } from "./message-fields.ts";
import type { ProtobufNode } from "./protobuf-node.ts";
import type { ProtobufReader } from "./protobuf-reader.ts";
import { scalarNodes } from "./scalar-nodes.ts";

/** A field of the message, and the values that it encodes. */
interface Part {
  readonly form: FieldForm;
  /** Returns the part of a value that the field encodes, or undefined if none. */
  of(value: unknown): unknown;
}

const objectOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
const listOf = (value: unknown): unknown => (Array.isArray(value) ? value : undefined);

/**
 * Returns the fields of the message. JSONSchemaPropsOrBool has a bool that allows any value, the other types have a
 * list in addition to the schema.
 */
function partsOf(or: SchemaOrSchema["or"], object: ProtobufNode): readonly Part[] {
  if (or === "bool") {
    const allows: Part = {
      form: singleField({ number: 1, goName: "Allows" }, scalarNodes.bool, false),
      of: (value) => value === true || objectOf(value) !== undefined,
    };
    return [allows, { form: singleField({ number: 2, goName: "Schema" }, object, true), of: objectOf }];
  }
  const list =
    or === "array"
      ? repeatedField({ number: 2, goName: "JSONSchemas" }, object)
      : repeatedField({ number: 2, goName: "Property" }, scalarNodes.string);
  return [
    { form: singleField({ number: 1, goName: "Schema" }, object, true), of: objectOf },
    { form: list, of: listOf },
  ];
}

/** Combines the fields to the value that the type has in JSON. */
function heldOf(or: SchemaOrSchema["or"], [first, second]: readonly unknown[]): unknown {
  if (or === "bool") return second ?? first === true;
  return Array.isArray(second) && second.length > 0 ? second : (first ?? null);
}

const finished = ({ form }: Part, read: unknown): unknown =>
  read !== undefined && form.finish !== undefined ? form.finish(read) : read;

/** Creates the node of JSONSchemaPropsOrBool, JSONSchemaPropsOrArray or JSONSchemaPropsOrStringArray. */
export function schemaOrNode({ or, goType }: SchemaOrSchema, object: () => ProtobufNode): ProtobufNode {
  const message = goType.slice(goType.lastIndexOf(".") + 1);
  let made: readonly Part[] | undefined;
  const parts = (): readonly Part[] => (made ??= partsOf(or, object()));
  return {
    wireType: 2,
    write(writer: BackwardWriter, value: unknown) {
      const before = writer.length;
      for (const part of parts().toReversed()) part.form.write(writer, part.of(value));
      writer.varint(writer.length - before);
    },
    read(reader: ProtobufReader, before: unknown) {
      const values: unknown[] = Array.isArray(before) ? before : [];
      const outer = reader.enter();
      while (reader.tag(message)) {
        const at = reader.field - 1;
        const part = parts()[at];
        if (part === undefined) reader.skip();
        else values[at] = part.form.read(reader, values[at]);
      }
      reader.leave(outer);
      return values;
    },
    finish: (read) =>
      heldOf(
        or,
        parts().map((part, i) => finished(part, Array.isArray(read) ? read[i] : undefined)),
      ),
  };
}
