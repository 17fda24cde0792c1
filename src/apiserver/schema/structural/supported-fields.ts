import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";

/** A definition that cannot become a schema; the message is upstream's. */
export class StructuralError extends Error {
  override readonly name = "StructuralError";
}

const hasMembers = (object: object | undefined): boolean => object !== undefined && Object.keys(object).length > 0;

/** Parts of OpenAPI that custom resources do not have, in the order in which they are looked for. */
const unsupported: readonly (readonly [name: string, used: (props: JSONSchemaProps) => boolean])[] = [
  ["id", ({ id }) => Boolean(id)],
  ["schema", ({ $schema }) => Boolean($schema)],
  ["$ref", ({ $ref }) => Boolean($ref)],
  ["patternProperties", ({ patternProperties }) => hasMembers(patternProperties)],
  ["dependencies", ({ dependencies }) => hasMembers(dependencies)],
  ["additionalItems", ({ additionalItems }) => additionalItems !== undefined],
  ["definitions", ({ definitions }) => hasMembers(definitions)],
];

/** Throws StructuralError for a definition that uses what is not supported. */
export function checkSupported(props: JSONSchemaProps): void {
  for (const [name, used] of unsupported) {
    if (used(props)) throw new StructuralError(`OpenAPIV3Schema '${name}' is not supported`);
  }
}

/** The one schema of a list's items. */
export function singleItems({ items }: JSONSchemaProps): JSONSchemaProps | undefined {
  if (!isList(items)) return items;
  if (items.length === 0) return undefined;
  throw new StructuralError("OpenAPIV3Schema 'items' must be a schema, but is an array");
}

const isList = (items: JSONSchemaProps["items"]): items is readonly JSONSchemaProps[] => Array.isArray(items);
