import { isRecord } from "../../apimachinery/is-record.ts";

/** A schema of an OpenAPI document, as it stands there. */
export type Schema = Readonly<Record<string, unknown>>;

/** The schemas of a group version by name. */
export type Schemas = Readonly<Record<string, Schema | undefined>>;

const isSchemas = (value: unknown): value is Schemas => isRecord(value) && Object.values(value).every(isRecord);

/** Takes the schemas out of a document of /openapi/v3. */
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

/** The name behind a reference: `$ref` itself, or the one of `allOf` with words of its own beside it. */
export function referenceOf(schema: Schema): string | undefined {
  const { $ref: own, allOf } = schema;
  const only: unknown = Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
  const found = typeof own === "string" ? own : isRecord(only) ? only["$ref"] : undefined;
  return typeof found === "string" && found.startsWith(prefix) ? found.slice(prefix.length) : undefined;
}

/** The schema with what it refers to; what is said at the place itself goes before. */
export function resolved(schemas: Schemas, schema: Schema): Schema {
  const name = referenceOf(schema);
  if (name === undefined) return schema;
  const { $ref: _reference, allOf: _all, ...own } = schema;
  return { ...schemas[name], ...own };
}

const isSchema = (value: unknown): value is Schema => isRecord(value);

/** What a list holds, or a map under any name; undefined for others. */
export const itemsOf = (schema: Schema): Schema | undefined =>
  isSchema(schema["items"]) ? schema["items"] : undefined;
export const valuesOf = (schema: Schema): Schema | undefined =>
  isSchema(schema["additionalProperties"]) ? schema["additionalProperties"] : undefined;
