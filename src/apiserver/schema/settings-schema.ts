import type { Field, ListSchema, ObjectSchema, ScalarSchema, ScalarType, Schema } from "./schema.ts";

/** Returns the schema of a scalar with the name of its type in Go. */
export const scalarSchema = (type: ScalarType, goType: string): ScalarSchema => ({ kind: "scalar", type, goType });

/** Returns the schema of a list. */
export const listSchema = (items: Schema): ListSchema => ({
  kind: "list",
  goType: `[]${items.goType}`,
  items: { schema: items },
});

/** The schemas of a text, of a list of texts and of a boolean. */
export const textSchema = scalarSchema("string", "string");
export const textsSchema = listSchema(textSchema);
export const boolSchema = scalarSchema("bool", "bool");

/** Returns a field of settings, which may be left out. */
export const settingsField = (name: string, schema: Schema, pointer = false): Field => ({
  name,
  schema,
  pointer,
  goName: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  omitempty: true,
  omitzero: false,
  required: false,
  notInOpenApi: false,
});

/** Returns the schema of an object of a file of settings, which is of no API group. */
export const settingsObject = (goType: string, fields: readonly Field[]): ObjectSchema => ({
  kind: "object",
  goType,
  name: "",
  fields,
  field: (name) => fields.find((f) => f.name === name),
  embedded: [],
});
