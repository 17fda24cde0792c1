import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";

/** Returns the schemas of properties, sorted by name. */
export const members = (
  properties: Readonly<Record<string, JSONSchemaProps>> | undefined,
): readonly (readonly [name: string, props: JSONSchemaProps])[] =>
  properties === undefined ? [] : Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether a field of a definition is set. As in Go with omitempty, zero values count as unset. */
export function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return !Array.isArray(value) || value.length > 0;
}

/** Returns the names of all fields that are set. */
export const statedNames = (props: JSONSchemaProps): readonly string[] =>
  Object.entries(props).flatMap(([name, value]) => (isSet(value) ? [name] : []));
