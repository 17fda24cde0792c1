import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import type { Definition } from "../definition.ts";

/** A validation rule as a definition states it. */
export type StatedRule = NonNullable<JSONSchemaProps["x-kubernetes-validations"]>[number];

const isList = (items: JSONSchemaProps["items"]): items is readonly JSONSchemaProps[] => Array.isArray(items);
const isSchema = (value: JSONSchemaProps | boolean | readonly string[] | undefined): value is JSONSchemaProps => typeof value === "object" && !Array.isArray(value);

/** Schemas of the items of a list. */
export function itemSchemas({ items }: JSONSchemaProps): readonly JSONSchemaProps[] {
  if (items === undefined) return [];
  return isList(items) ? items : [items];
}

function parts(props: JSONSchemaProps): readonly JSONSchemaProps[] {
  const { allOf = [], anyOf = [], oneOf = [], not, properties = {}, additionalProperties, patternProperties = {}, additionalItems, definitions = {}, dependencies = {} } = props;
  const named = [properties, patternProperties, definitions].flatMap((map) => Object.values(map));
  return [...itemSchemas(props), ...allOf, ...anyOf, ...oneOf, ...named, ...[not, additionalProperties, additionalItems, ...Object.values(dependencies)].filter(isSchema)];
}

/** Whether a schema or anything in it is such (validation.SchemaHas). */
export const schemaHas = (props: JSONSchemaProps | undefined, is: (props: JSONSchemaProps) => boolean): boolean => props !== undefined && (is(props) || parts(props).some((part) => schemaHas(part, is)));

/** Whether any version's schema has such a part. */
export const specHas = ({ versions }: Definition["spec"], is: (props: JSONSchemaProps) => boolean): boolean =>
  (versions ?? []).some(({ schema }) => schemaHas(schema?.openAPIV3Schema, is));

/** Every part of a schema for which a text is given, in no particular order. */
export function collectFromSchema(props: JSONSchemaProps | undefined, textOf: (props: JSONSchemaProps) => string | undefined): readonly string[] {
  const found: string[] = [];
  schemaHas(props, (part) => {
    const text = textOf(part);
    if (text !== undefined) found.push(text);
    return false;
  });
  return found;
}
