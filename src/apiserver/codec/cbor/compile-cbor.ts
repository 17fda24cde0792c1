import { decodeJson } from "../../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { ListSchema, MapSchema, ObjectSchema, RawSchema, Schema, SchemaOrSchema } from "../../schema/schema.ts";
import type { BackwardWriter } from "../binary/backward-writer.ts";
import { compileNode, compileObject } from "../json/typed-codec.ts";
import { readAny, readMapOf } from "./cbor-any.ts";
import { CborError } from "./cbor-error.ts";
import { major } from "./cbor-head.ts";
import type { CborNode } from "./cbor-node.ts";
import type { CborReader } from "./cbor-reader.ts";
import { readContainer } from "./container.ts";
import { writeAny, writeEntries, writeItems, writeNull } from "./cbor-writer.ts";
import { scalarNode, transcodedNode } from "./leaf-nodes.ts";
import { StructNode } from "./struct-node.ts";

const structs = new WeakMap<ObjectSchema, StructNode>();

/** Returns the node of a type. Each type is compiled once, on first use. */
export function compileStruct(schema: ObjectSchema): StructNode {
  const known = structs.get(schema);
  if (known) return known;
  const codec = compileObject(schema);
  const node = new StructNode(
    schema.goType,
    () => codec.fields,
    () => codec.zero(),
    compile,
  );
  structs.set(schema, node);
  return node;
}

function compile(schema: Schema): CborNode {
  switch (schema.kind) {
    case "object":
      return compileStruct(schema);
    case "list":
      return listNode(schema);
    case "map":
      return mapNode(schema);
    case "scalar":
      return scalarNode(schema, compileNode(schema));
    case "raw":
      return rawNode(schema);
    case "schemaOr":
      return schemaOrNode(schema);
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function listNode({ goType, items }: ListSchema): CborNode {
  const item = compile(items.schema);
  const writeItem = (writer: BackwardWriter, value: unknown): void => item.write(writer, value);
  const read = (reader: CborReader): readonly unknown[] => {
    const held: unknown[] = [];
    let problem: CborError | undefined;
    const count = reader.open();
    for (let i = 0; reader.more(i, count); i++) {
      held.push(item.read(reader) ?? item.zero());
      problem ??= reader.takeProblem();
      reader.problem = undefined;
    }
    reader.problem = problem;
    return held;
  };
  return {
    zero: () => null,
    write: (writer, value) => (isList(value) ? writeItems(writer, value, writeItem) : writeNull(writer)),
    writeItem,
    read: (reader) => readContainer(reader, goType, major.array, read),
  };
}

function mapNode({ goType, values }: MapSchema): CborNode {
  const node = compile(values.schema);
  const readValue = (reader: CborReader): unknown => node.read(reader) ?? node.zero();
  const writeValue = (writer: BackwardWriter, value: unknown): void => node.write(writer, value);
  const read = (reader: CborReader): Readonly<Record<string, unknown>> => readMapOf(reader, readValue);
  return {
    zero: () => null,
    write: (writer, value) =>
      typeof value === "object" && value !== null
        ? writeEntries(writer, value as Readonly<Record<string, unknown>>, writeValue)
        : writeNull(writer),
    read: (reader) => readContainer(reader, goType, major.map, read),
  };
}

/** Upstream's error prefixes for invalid raw values, which it checks after everything else. */
const rawProblems: Readonly<Record<RawSchema["type"], string>> = {
  rawExtension: "failed to transcode RawExtension to JSON: failed to parse RawExtension bytes as CBOR: ",
  fieldsV1: "failed to transcode FieldsV1 to JSON: metav1.FieldsV1 cbor invalid: ",
  json: "cbor: cannot transcode from cbor to json: ",
  any: "",
};

function rawNode({ type }: RawSchema): CborNode {
  const late = type === "rawExtension" || type === "fieldsV1";
  return {
    zero: () => null,
    write: (writer, value) => writeAny(writer, (value ?? null) as JsonValue), // decoded raw values are JSON
    read(reader) {
      const value = readAny(reader);
      const problem = reader.takeProblem();
      if (problem === undefined) return value;
      if (late) reader.lateProblem ??= new CborError(rawProblems[type] + problem.message);
      else reader.problem = type === "any" ? problem : new CborError(rawProblems[type] + problem.message);
      return null;
    },
  };
}

/** The node of JSONSchemaPropsOrBool and similar types, which only support JSON. */
function schemaOrNode(schema: SchemaOrSchema): CborNode {
  const codec = compileNode(schema);
  return transcodedNode(codec, (writer, value) => writeAny(writer, decodeJson(codec.encode(value))));
}
