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

type Test = (props: JSONSchemaProps) => boolean;

/** Whether a schema or anything in it is such (validation.SchemaHas). */
export function schemaHas(props: JSONSchemaProps | undefined, is: Test): boolean {
  if (props === undefined) return false;
  const { items, properties, additionalProperties } = props;
  if (is(props) || someNamed(properties, is)) return true;
  if (items !== undefined && (isList(items) ? someOf(items, is) : schemaHas(items, is))) return true;
  return (isSchema(additionalProperties) && schemaHas(additionalProperties, is)) || junctorsHave(props, is) || rarePartsHave(props, is);
}

const junctorsHave = ({ not, allOf, anyOf, oneOf }: JSONSchemaProps, is: Test): boolean => schemaHas(not, is) || someOf(allOf, is) || someOf(anyOf, is) || someOf(oneOf, is);

/** What may stand only in definitions that are not structural. */
function rarePartsHave({ additionalItems, patternProperties, definitions, dependencies }: JSONSchemaProps, is: Test): boolean {
  return (isSchema(additionalItems) && schemaHas(additionalItems, is)) || someNamed(patternProperties, is) || someNamed(definitions, is) || someNamed(dependencies, is);
}

const someOf = (schemas: readonly JSONSchemaProps[] | undefined, is: Test): boolean => schemas !== undefined && schemas.some((props) => schemaHas(props, is));

function someNamed(map: Readonly<Record<string, JSONSchemaProps | readonly string[]>> | undefined, is: Test): boolean {
  if (map === undefined) return false;
  for (const name of Object.keys(map)) {
    const part = map[name];
    if (isSchema(part) && schemaHas(part, is)) return true;
  }
  return false;
}

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
