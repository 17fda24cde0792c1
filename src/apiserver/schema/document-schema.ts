import type { Field, ListSchema, ObjectSchema, ScalarSchema, ScalarType, Schema } from "./schema.ts";

/** A scalar of a document that is no object of the API, such as a file of settings. */
export const scalar = (type: ScalarType, goType: string): ScalarSchema => ({ kind: "scalar", type, goType });

export const text = scalar("string", "string");

export const list = (items: Schema): ListSchema => ({
  kind: "list",
  goType: `[]${items.goType}`,
  items: { schema: items },
});

export const texts = list(text);

export const bool = scalar("bool", "bool");

/** A field that may be absent. */
export const field = (name: string, schema: Schema, pointer = false): Field => ({
  name,
  schema,
  pointer,
  goName: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  omitempty: true,
  omitzero: false,
  required: false,
  notInOpenApi: false,
});

export const object = (goType: string, fields: readonly Field[]): ObjectSchema => ({
  kind: "object",
  goType,
  name: "",
  fields,
  field: (name) => fields.find((f) => f.name === name),
  embedded: [],
});

/** A whole document: its fields, and kind and apiVersion. */
export const documentSchema = (goType: string, fields: readonly Field[]): ObjectSchema =>
  object(goType, [field("kind", text), field("apiVersion", text), ...fields]);
