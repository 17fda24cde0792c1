import { messageOf } from "../../../apimachinery/message-of.ts";
import { forbidden, invalid, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import type { CompileRegexp } from "../validation/regexps.ts";
import { errorsOfAlternatives, errorsOfProperties, isSet, statedNames } from "./schema-props.ts";
import { singleItems } from "./supported-fields.ts";

/** Which alternatives may specify types because they form the int-or-string pattern. */
interface Skipped {
  readonly anyOf: boolean;
  readonly allOfAnyOf: boolean;
}

const nothing: Skipped = { anyOf: false, allOfAnyOf: false };

const saysOnly = (props: JSONSchemaProps | undefined, type: string): boolean =>
  props?.type === type && statedNames(props).length === 1;

/** Reports whether anyOf is exactly `[{type: integer}, {type: string}]`. */
export const isIntOrStringAnyOf = ({ anyOf = [] }: JSONSchemaProps): boolean =>
  anyOf.length === 2 && saysOnly(anyOf[0], "integer") && saysOnly(anyOf[1], "string");

/** Whether the first element of allOf is that anyOf. */
export const isIntOrStringAllOf = ({ allOf: [first] = [] }: JSONSchemaProps): boolean =>
  first !== undefined && isIntOrStringAnyOf(first);

/** Checks that the junctors of a schema specify no structure, and that its pattern is valid. */
export function validateValueRules(
  props: JSONSchemaProps,
  path: FieldPath,
  skipped: Skipped,
  compileRegexp: CompileRegexp,
): readonly FieldError[] {
  const { anyOf = [], allOf = [], oneOf = [], not, pattern } = props;
  const nested = (alternatives: readonly JSONSchemaProps[], name: string): readonly FieldError[] =>
    errorsOfAlternatives(alternatives, (one, i) =>
      validateNested(one, path.child(name).index(i), nothing, compileRegexp),
    );
  return [
    ...(skipped.anyOf ? [] : nested(anyOf, "anyOf")),
    ...errorsOfAlternatives(allOf, (one, i) =>
      validateNested(
        one,
        path.child("allOf").index(i),
        { anyOf: skipped.allOfAnyOf && i === 0, allOfAnyOf: false },
        compileRegexp,
      ),
    ),
    ...nested(oneOf, "oneOf"),
    ...(not === undefined ? [] : validateNested(not, path.child("not"), nothing, compileRegexp)),
    ...(pattern ? validatePattern(pattern, path.child("pattern"), compileRegexp) : []),
  ];
}

function validatePattern(pattern: string, path: FieldPath, compileRegexp: CompileRegexp): readonly FieldError[] {
  try {
    compileRegexp(pattern);
    return [];
  } catch (err) {
    return [invalid(path, pattern, `must be a valid regular expression, but isn't: ${messageOf(err)}`)];
  }
}

/** Structural fields that are forbidden within a junctor, with the requirement stated in the error. */
const structural = [
  ["type", "must be empty"],
  ["additionalProperties", "must be undefined"],
  ["default", "must be undefined"],
  ["title", "must be empty"],
  ["description", "must be empty"],
  ["nullable", "must be false"],
  ["x-kubernetes-preserve-unknown-fields", "must be false"],
  ["x-kubernetes-embedded-resource", "must be false"],
  ["x-kubernetes-int-or-string", "must be false"],
  ["x-kubernetes-list-map-keys", "must be empty"],
  ["x-kubernetes-list-type", "must be undefined"],
  ["x-kubernetes-map-type", "must be undefined"],
  ["x-kubernetes-validations", "must be empty"],
] as const;

function validateNested(
  props: JSONSchemaProps,
  path: FieldPath,
  skipped: Skipped,
  compileRegexp: CompileRegexp,
): readonly FieldError[] {
  const items = singleItems(props);
  return [
    ...validateValueRules(props, path, skipped, compileRegexp),
    ...(items === undefined ? [] : validateNested(items, path.child("items"), nothing, compileRegexp)),
    ...errorsOfProperties(props.properties, (name, property) =>
      validateNested(property, path.child("properties").key(name), nothing, compileRegexp),
    ),
    ...structural.flatMap(([name, wanted]) =>
      isSet(props[name]) ? [forbidden(path.child(name), `${wanted} to be structural`)] : [],
    ),
    ...(props.properties?.["metadata"] === undefined
      ? []
      : [forbidden(path.child("properties").key("metadata"), "must not be specified in a nested context")]),
  ];
}
