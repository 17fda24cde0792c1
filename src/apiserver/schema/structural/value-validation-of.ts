import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import type { NestedValidation, ValidationRule, ValueValidation } from "../value-validation.ts";
import { checkSupported, singleItems } from "./supported-fields.ts";

/** Fields with the same name in a definition and in the schema model. */
const sameNames = [
  "format",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "multipleOf",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "maxProperties",
  "minProperties",
  "enum",
  "required",
] as const satisfies readonly (keyof JSONSchemaProps & keyof ValueValidation)[];

const hasSameName: ReadonlySet<string> = new Set(sameNames);

/** Returns the value validations of a definition, or undefined if it has none. Throws StructuralError. */
export function valueValidationOf(props: JSONSchemaProps): ValueValidation | undefined {
  let stated: Record<string, unknown> | undefined;
  for (const name in props)
    if (hasSameName.has(name)) stated = withFact(stated, name, props[name as keyof JSONSchemaProps]);
  const rules = props["x-kubernetes-validations"]?.map(ruleOf);
  if (rules !== undefined) (stated ??= {})["rules"] = rules;
  const { not, allOf, anyOf, oneOf } = props;
  if (not === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined) return stated;
  return { ...stated, ...junctors(props) };
}

/** Adds a property. The record is created on demand because most schemas set none or few. */
function withFact(
  stated: Record<string, unknown> | undefined,
  name: string,
  value: unknown,
): Record<string, unknown> | undefined {
  if (value === undefined) return stated;
  const facts = stated ?? {};
  facts[name] = typeof value === "bigint" ? Number(value) : value; // lengths are int64; realistic ones fit a number
  return facts;
}

function ruleOf(rule: NonNullable<JSONSchemaProps["x-kubernetes-validations"]>[number]): ValidationRule {
  return Object.fromEntries(
    Object.entries(rule).filter(([, value]) => value !== undefined),
  ) as unknown as ValidationRule;
}

function junctors({ not, allOf, anyOf, oneOf }: JSONSchemaProps): ValueValidation {
  return {
    ...(not ? { not: nestedValidationOf(not) } : {}),
    ...(allOf ? { allOf: allOf.map(nestedValidationOf) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(nestedValidationOf) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(nestedValidationOf) } : {}),
  };
}

function nestedValidationOf(props: JSONSchemaProps): NestedValidation {
  checkSupported(props);
  const items = singleItems(props);
  const additional = props.additionalProperties;
  return {
    ...valueValidationOf(props),
    ...(props.type ? { forbiddenType: props.type } : {}),
    ...(items ? { items: nestedValidationOf(items) } : {}),
    ...(props.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(props.properties).map(([name, property]) => [name, nestedValidationOf(property)]),
          ),
        }
      : {}),
    ...(additional ? { additionalProperties: additional === true ? {} : nestedValidationOf(additional) } : {}),
  };
}
