import { isRecord } from "../../apimachinery/is-record.ts";

/** A schema as written in an OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

/** The schemas of a group version by name. */
export type Schemas = Readonly<Record<string, Schema | undefined>>;

const isSchemas = (value: unknown): value is Schemas => isRecord(value) && Object.values(value).every(isRecord);

/** Returns the schemas in a document of /openapi/v3. */
export function schemasOf(document: unknown): Schemas {
  const components = isRecord(document) ? document["components"] : undefined;
  const schemas = isRecord(components) ? components["schemas"] : undefined;
  return isSchemas(schemas) ? schemas : {};
}

/** The schema of a kind. */
export function schemaOfKind(schemas: Schemas, group: string, version: string, kind: string): Schema | undefined {
  const isIt = (gvk: unknown): boolean =>
    isRecord(gvk) && gvk["kind"] === kind && gvk["group"] === group && gvk["version"] === version;
  return Object.values(schemas).find((schema) => {
    const names = schema?.["x-kubernetes-group-version-kind"];
    return Array.isArray(names) && names.some(isIt);
  });
}

const prefix = "#/components/schemas/";

/** Returns the name that a schema references, through `$ref` itself or through an `allOf` with a single element. */
export function referenceOf(schema: Schema): string | undefined {
  const { $ref: own, allOf } = schema;
  const only: unknown = Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
  const found = typeof own === "string" ? own : isRecord(only) ? only["$ref"] : undefined;
  return typeof found === "string" && found.startsWith(prefix) ? found.slice(prefix.length) : undefined;
}

/** Resolves a schema's reference. Keywords next to the reference override those of the referenced schema. */
export function resolved(schemas: Schemas, schema: Schema): Schema {
  const name = referenceOf(schema);
  if (name === undefined) return schema;
  const { $ref: _reference, allOf: _all, ...own } = schema;
  return { ...schemas[name], ...own };
}

const isSchema = (value: unknown): value is Schema => isRecord(value);

/** Returns the schema of list items or of map values; undefined for other schemas. */
export const itemsOf = (schema: Schema): Schema | undefined =>
  isSchema(schema["items"]) ? schema["items"] : undefined;
export const valuesOf = (schema: Schema): Schema | undefined =>
  isSchema(schema["additionalProperties"]) ? schema["additionalProperties"] : undefined;

/** Returns the schema of a member or list item. */
export function schemaOfStep(schemas: Schemas, written: Schema, step: string | number): Schema | undefined {
  const schema = resolved(schemas, written);
  if (typeof step === "number") return itemsOf(schema);
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const own = Object.hasOwn(properties, step) ? properties[step] : undefined;
  return isRecord(own) ? own : valuesOf(schema);
}
