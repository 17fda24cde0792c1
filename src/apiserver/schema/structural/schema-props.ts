import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";

/** The schemas of named members, sorted by name. */
export const members = (
  properties: Readonly<Record<string, JSONSchemaProps>> | undefined,
): readonly (readonly [name: string, props: JSONSchemaProps])[] =>
  properties === undefined ? [] : Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether a member of a definition says anything: Go does not tell empty from absent. */
export function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return !Array.isArray(value) || value.length > 0;
}

/** The names of all members that say something. */
export const statedNames = (props: JSONSchemaProps): readonly string[] =>
  Object.entries(props).flatMap(([name, value]) => (isSet(value) ? [name] : []));
