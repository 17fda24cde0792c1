import type { Field, ObjectSchema, ScalarSchema, Schema } from "../schema.ts";

const text: Schema = { kind: "scalar", type: "string", goType: "" };

const fieldOf = (name: string, schema: Schema, required: boolean): Field => ({
  name,
  schema,
  goName: "",
  pointer: true,
  omitempty: true,
  omitzero: false,
  required,
  notInOpenApi: false,
});

function objectOf(fields: readonly Field[]): ObjectSchema {
  const index = new Map(fields.map((field) => [field.name, field]));
  return { kind: "object", name: "", goType: "", fields, field: (name) => index.get(name), embedded: [] };
}

const metadata = objectOf([fieldOf("name", text, false), fieldOf("generateName", text, false)]);

const isText = (schema: Schema | undefined): schema is ScalarSchema =>
  schema?.kind === "scalar" && schema.type === "string";

const memberOf = (schema: Schema | undefined, name: string): Schema | undefined =>
  schema?.kind === "object" ? schema.field(name)?.schema : undefined;

const saysAll = (schema: ObjectSchema): boolean => {
  const stated = memberOf(schema, "metadata");
  return (
    isText(memberOf(schema, "kind")) &&
    isText(memberOf(schema, "apiVersion")) &&
    isText(memberOf(stated, "name")) &&
    isText(memberOf(stated, "generateName"))
  );
};

function complete(schema: ObjectSchema): ObjectSchema {
  if (schema.anyType || saysAll(schema)) return schema;
  const isRequired = (name: string): boolean => schema.validation?.required?.includes(name) === true;
  const own = (["kind", "apiVersion", "metadata"] as const).map((name) =>
    fieldOf(name, name === "metadata" ? metadata : text, isRequired(name)),
  );
  const others = schema.fields.filter(({ name }) => name !== "kind" && name !== "apiVersion" && name !== "metadata");
  const { fields, field } = objectOf([...others, ...own]);
  return { ...schema, fields, field };
}

const completed = new WeakMap<ObjectSchema, ObjectSchema>();

/**
 * Returns a resource's schema with the fields of TypeMeta and ObjectMeta that rules can access on every resource, added
 * where the schema does not declare them (WithTypeAndObjectMeta).
 */
export function withTypeAndObjectMeta(schema: ObjectSchema): ObjectSchema {
  const known = completed.get(schema);
  if (known !== undefined) return known;
  const made = complete(schema);
  completed.set(schema, made);
  return made;
}
