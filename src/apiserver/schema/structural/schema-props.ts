import { addErrors, type FieldError } from "../../../apimachinery/field-error.ts";
import { keysOf, rememberedKeysOf } from "../../../component-base/long-map-keys.ts";
import { sortedLong } from "../../../component-base/sort-long.ts";
import { forEachKept } from "../../../component-base/work.ts";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";

type Properties = Readonly<Record<string, JSONSchemaProps>>;

/** Whether a schema has properties. */
export const hasProperties = ({ properties }: JSONSchemaProps): boolean =>
  properties !== undefined && rememberedKeysOf(properties).length > 0;

const noNames: readonly string[] = [];

/** Returns the names of properties, sorted; those of a large definition with pauses. */
export const sortedNames = (properties: Properties | undefined): readonly string[] =>
  properties === undefined ? noNames : sortedLong(keysOf(properties), (a, b) => (a < b ? -1 : 1));

const noErrors = (): FieldError[] => [];
const nothing: JSONSchemaProps = {};

/** Returns the errors of all properties in the order of their names; those of a large definition with pauses. */
export function errorsOfProperties(
  properties: Properties | undefined,
  check: (name: string, props: JSONSchemaProps) => readonly FieldError[],
): readonly FieldError[] {
  const names = sortedNames(properties);
  return forEachKept(names.length, noErrors, (errors, i) => {
    const name = names[i] ?? "";
    addErrors(errors, check(name, properties?.[name] ?? nothing));
  });
}

/** Returns the errors of all alternatives of a schema; those of a large definition with pauses. */
export const errorsOfAlternatives = (
  alternatives: readonly JSONSchemaProps[],
  check: (props: JSONSchemaProps, index: number) => readonly FieldError[],
): readonly FieldError[] =>
  forEachKept(alternatives.length, noErrors, (errors, i) => addErrors(errors, check(alternatives[i] ?? nothing, i)));

/** Whether a field of a definition is set. As in Go with omitempty, zero values count as unset. */
export function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return !Array.isArray(value) || value.length > 0;
}

/** Returns the names of all fields that are set. */
export const statedNames = (props: JSONSchemaProps): readonly string[] =>
  Object.entries(props).flatMap(([name, value]) => (isSet(value) ? [name] : []));
