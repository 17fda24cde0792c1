import { atomOf, deducedAtom, type Atom } from "../../structured-merge-diff/schema.ts";
import type { Field, ObjectSchema, ScalarSchema, Schema } from "../schema/schema.ts";
import { isUnspecified } from "../schema/structural/new-structural.ts";
import { atomOfSchema } from "./schema-atom.ts";

const text: ScalarSchema = { kind: "scalar", type: "string", goType: "" };

const added = (name: string, schema: Schema): Field => ({
  name,
  goName: "",
  schema,
  pointer: true,
  omitempty: true,
  omitzero: false,
  required: false,
  notInOpenApi: false,
});

/** Replaces apiVersion, kind and metadata in a schema with their built-in types. */
function withObjectMeta(schema: ObjectSchema, objectMeta: ObjectSchema): ObjectSchema {
  const meta = [added("apiVersion", text), added("kind", text), added("metadata", objectMeta)];
  const fields = [...schema.fields.filter(({ name }) => !meta.some((field) => field.name === name)), ...meta];
  const index = new Map(fields.map((field) => [field.name, field]));
  return { ...schema, fields, field: (name) => index.get(name) };
}

/** Adds metadata to every embedded resource of a schema (builder.addEmbeddedProperties). */
function withEmbeddedMeta(schema: Schema, objectMeta: ObjectSchema): Schema {
  if (isUnspecified(schema)) return schema;
  switch (schema.kind) {
    case "object":
      return objectWithEmbeddedMeta(schema, objectMeta);
    case "map":
      return schema.embeddedResource
        ? withObjectMeta(
            emptyObject(schema, { ...schema.values, schema: withEmbeddedMeta(schema.values.schema, objectMeta) }),
            objectMeta,
          )
        : { ...schema, values: { ...schema.values, schema: withEmbeddedMeta(schema.values.schema, objectMeta) } };
    case "list":
      return { ...schema, items: { ...schema.items, schema: withEmbeddedMeta(schema.items.schema, objectMeta) } };
    case "raw":
      return schema.embeddedResource
        ? withObjectMeta({ ...emptyObject(schema, undefined), anyType: true }, objectMeta)
        : schema;
    default:
      return schema;
  }
}

const emptyObject = (
  { goType, preserveUnknownFields }: Schema,
  additionalProperties: ObjectSchema["additionalProperties"],
): ObjectSchema => ({
  kind: "object",
  name: "",
  goType,
  fields: [],
  field: () => undefined,
  embedded: [],
  ...(preserveUnknownFields ? { preserveUnknownFields } : {}),
  ...(additionalProperties ? { additionalProperties } : {}),
});

function objectWithEmbeddedMeta(schema: ObjectSchema, objectMeta: ObjectSchema): ObjectSchema {
  const fields = schema.fields.map((field) => ({ ...field, schema: withEmbeddedMeta(field.schema, objectMeta) }));
  const index = new Map(fields.map((field) => [field.name, field]));
  const additional = schema.additionalProperties;
  const rebuilt: ObjectSchema = {
    ...schema,
    fields,
    field: (name) => index.get(name),
    ...(additional
      ? { additionalProperties: { ...additional, schema: withEmbeddedMeta(additional.schema, objectMeta) } }
      : {}),
  };
  return schema.embeddedResource ? withObjectMeta(rebuilt, objectMeta) : rebuilt;
}

/** The schema of one version of a custom resource definition. */
export interface CustomResourceType {
  /** Absent if the definition has no schema; then types are deduced from the objects. */
  readonly schema?: Schema | undefined;
  readonly preserveUnknownFields?: boolean;
  /** The built-in type of metadata. */
  readonly objectMeta: ObjectSchema;
}

/**
 * Creates the server-side apply type of custom resources, including metadata and embedded resources. Called once for
 * each version of a definition.
 */
export function atomOfCustomResource({ schema, preserveUnknownFields = false, objectMeta }: CustomResourceType): Atom {
  if (!schema) return deducedAtom;
  const root = withEmbeddedMeta(schema, objectMeta);
  if (root.kind === "object") return atomOfSchema(withObjectMeta(root, objectMeta), { preserveUnknownFields });
  return root.kind === "map" || root.kind === "raw"
    ? atomOfSchema(withObjectMeta(emptyObject(root, undefined), objectMeta), { preserveUnknownFields })
    : atomOf({});
}
