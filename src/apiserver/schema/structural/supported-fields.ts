import { rememberedKeysOf } from "../../../component-base/long-map-keys.ts";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";

/** Thrown for a definition that cannot be converted to a structural schema; the message is upstream's. */
export class StructuralError extends Error {
  override readonly name = "StructuralError";
}

const hasMembers = (object: object | undefined): boolean => object !== undefined && rememberedKeysOf(object).length > 0;

/** Returns the first OpenAPI field that custom resources do not support, in upstream's order. */
function unsupportedPart({
  id,
  $schema,
  $ref,
  patternProperties,
  dependencies,
  additionalItems,
  definitions,
}: JSONSchemaProps): string | undefined {
  if (id) return "id";
  if ($schema) return "schema";
  if ($ref) return "$ref";
  if (hasMembers(patternProperties)) return "patternProperties";
  if (hasMembers(dependencies)) return "dependencies";
  if (additionalItems !== undefined) return "additionalItems";
  return hasMembers(definitions) ? "definitions" : undefined;
}

const unsupported: ReadonlySet<string> = new Set([
  "id",
  "$schema",
  "$ref",
  "patternProperties",
  "dependencies",
  "additionalItems",
  "definitions",
]);

/** Throws StructuralError for a definition that uses unsupported fields. */
export function checkSupported(props: JSONSchemaProps): void {
  let stated = false;
  for (const name in props) stated ||= unsupported.has(name);
  const name = stated ? unsupportedPart(props) : undefined;
  if (name !== undefined) throw new StructuralError(`OpenAPIV3Schema '${name}' is not supported`);
}

/** Throws StructuralError if a definition or any nested one uses unsupported fields, even where they do not apply. */
export function checkAllSupported(props: JSONSchemaProps): void {
  checkSupported(props);
  if (props["x-kubernetes-preserve-unknown-fields"] === false)
    throw new StructuralError("internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined");
  const { properties, additionalProperties } = props;
  const items = singleItems(props);
  if (items !== undefined) checkAllSupported(items);
  if (properties !== undefined) checkProperties(properties);
  if (typeof additionalProperties === "object") checkAllSupported(additionalProperties);
}

function checkProperties(properties: Readonly<Record<string, JSONSchemaProps>>): void {
  for (const name of rememberedKeysOf(properties)) checkAllSupported(properties[name] ?? {});
}

/** Returns the single schema of a list's items. */
export function singleItems({ items }: JSONSchemaProps): JSONSchemaProps | undefined {
  if (!isList(items)) return items;
  if (items.length === 0) return undefined;
  throw new StructuralError("OpenAPIV3Schema 'items' must be a schema, but is an array");
}

const isList = (items: JSONSchemaProps["items"]): items is readonly JSONSchemaProps[] => Array.isArray(items);
