import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { rememberedKeysOf } from "../../../component-base/long-map-keys.ts";
import type { Definition } from "../definition.ts";

/** A validation rule as written in a definition. */
export type StatedRule = NonNullable<JSONSchemaProps["x-kubernetes-validations"]>[number];

const isList = (items: JSONSchemaProps["items"]): items is readonly JSONSchemaProps[] => Array.isArray(items);
const isSchema = (value: JSONSchemaProps | boolean | readonly string[] | null | undefined): value is JSONSchemaProps =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the schemas of the items of a list. */
export function itemSchemas({ items }: JSONSchemaProps): readonly JSONSchemaProps[] {
  if (items === undefined) return [];
  return isList(items) ? items : [items];
}

type Test = (props: JSONSchemaProps) => boolean;

/**
 * Reports whether a predicate holds for a schema or one of its subschemas (validation.SchemaHas). Visits only the
 * keywords that are set, since most are not.
 */
export function schemaHas(props: JSONSchemaProps | undefined, is: Test): boolean {
  if (props === undefined) return false;
  if (is(props)) return true;
  for (const name in props) if (partHas(props, name, is)) return true;
  return false;
}

function partHas(props: JSONSchemaProps, name: string, is: Test): boolean {
  switch (name) {
    case "properties":
    case "patternProperties":
    case "definitions":
    case "dependencies":
      return someNamed(props[name], is);
    case "items":
      return isList(props.items) ? someOf(props.items, is) : schemaHas(props.items, is);
    case "allOf":
    case "anyOf":
    case "oneOf":
      return someOf(props[name], is);
    case "additionalProperties":
    case "additionalItems":
    case "not":
      return isSchema(props[name]) && schemaHas(props[name], is);
    default:
      return false;
  }
}

const someOf = (schemas: readonly JSONSchemaProps[] | undefined, is: Test): boolean =>
  schemas !== undefined && schemas.some((props) => schemaHas(props, is));

function someNamed(map: Readonly<Record<string, JSONSchemaProps | readonly string[]>> | undefined, is: Test): boolean {
  if (map === undefined) return false;
  for (const name of rememberedKeysOf(map)) {
    const part = map[name];
    if (isSchema(part) && schemaHas(part, is)) return true;
  }
  return false;
}

/** Reports whether a predicate holds for a subschema of any version. */
export const specHas = ({ versions }: Definition["spec"], is: (props: JSONSchemaProps) => boolean): boolean =>
  (versions ?? []).some(({ schema }) => schemaHas(schema?.openAPIV3Schema, is));

/** Returns the strings that a function returns for a schema and its subschemas, in no particular order. */
export function collectFromSchema(
  props: JSONSchemaProps | undefined,
  textOf: (props: JSONSchemaProps) => string | undefined,
): readonly string[] {
  const found: string[] = [];
  schemaHas(props, (part) => {
    const text = textOf(part);
    if (text !== undefined) found.push(text);
    return false;
  });
  return found;
}
