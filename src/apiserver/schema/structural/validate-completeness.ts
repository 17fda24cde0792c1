import { required, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import { errorsOfAlternatives, errorsOfProperties } from "./schema-props.ts";
import { singleItems } from "./supported-fields.ts";

/** Two corresponding paths: of the structural part, and of the junctor that validates the same value. */
interface Paths {
  readonly structure: FieldPath;
  readonly rules: FieldPath;
}

/** Checks that every field within a junctor is also specified outside of it (validateStructuralCompleteness). */
export const validateCompleteness = (props: JSONSchemaProps, path: FieldPath): readonly FieldError[] =>
  validateJunctors(props, props, { structure: path, rules: path });

function validateJunctors(
  { not, allOf = [], anyOf = [], oneOf = [] }: JSONSchemaProps,
  structure: JSONSchemaProps,
  paths: Paths,
): readonly FieldError[] {
  const below = (rules: FieldPath): Paths => ({ structure: paths.structure, rules });
  const each = (alternatives: readonly JSONSchemaProps[], name: string): readonly FieldError[] =>
    errorsOfAlternatives(alternatives, (one, i) =>
      validateRules(one, structure, below(paths.rules.child(name).index(i))),
    );
  return [
    ...(not === undefined ? [] : validateRules(not, structure, below(paths.rules.child("not")))),
    ...each(allOf, "allOf"),
    ...each(anyOf, "anyOf"),
    ...each(oneOf, "oneOf"),
  ];
}

function validateRules(
  rules: JSONSchemaProps,
  structure: JSONSchemaProps | undefined,
  paths: Paths,
): readonly FieldError[] {
  if (structure === undefined) return [required(paths.structure, `because it is defined in ${paths.rules}`)];
  const items = singleItems(rules);
  return [
    ...validateJunctors(rules, structure, paths),
    ...(items === undefined
      ? []
      : validateRules(items, singleItems(structure), {
          structure: paths.structure.child("items"),
          rules: paths.rules.child("items"),
        })),
    ...errorsOfProperties(rules.properties, (name, property) =>
      validateRules(property, structure.properties?.[name], {
        structure: paths.structure.child("properties").key(name),
        rules: paths.rules.child("properties").key(name),
      }),
    ),
  ];
}
