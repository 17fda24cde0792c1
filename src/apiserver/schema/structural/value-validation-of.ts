import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import { keysOf } from "../../../component-base/long-map-keys.ts";
import { forEachKept } from "../../../component-base/work.ts";
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
    ...(allOf ? { allOf: alternativesOf(allOf) } : {}),
    ...(anyOf ? { anyOf: alternativesOf(anyOf) } : {}),
    ...(oneOf ? { oneOf: alternativesOf(oneOf) } : {}),
  };
}

/** Returns the validations of alternatives; those of a large definition with pauses. */
const alternativesOf = (alternatives: readonly JSONSchemaProps[]): readonly NestedValidation[] =>
  forEachKept(
    alternatives.length,
    (): NestedValidation[] => [],
    (made, i) => void made.push(nestedValidationOf(alternatives[i] ?? {})),
  );

function propertiesOf(properties: Readonly<Record<string, JSONSchemaProps>>): Record<string, NestedValidation> {
  const names = keysOf(properties);
  const made = forEachKept(
    names.length,
    (): (readonly [string, NestedValidation])[] => [],
    (entries, i) => void entries.push([names[i] ?? "", nestedValidationOf(properties[names[i] ?? ""] ?? {})]),
  );
  return Object.fromEntries(made);
}

/** What alternatives that say nothing share. */
const nothingStated: NestedValidation = {};

function statesNothing(props: JSONSchemaProps): boolean {
  for (const _ in props) return false;
  return true;
}

function nestedValidationOf(props: JSONSchemaProps): NestedValidation {
  if (statesNothing(props)) return nothingStated;
  checkSupported(props);
  const items = singleItems(props);
  const additional = props.additionalProperties;
  return {
    ...valueValidationOf(props),
    ...(props.type ? { forbiddenType: props.type } : {}),
    ...(items ? { items: nestedValidationOf(items) } : {}),
    ...(props.properties
      ? {
          properties: propertiesOf(props.properties),
        }
      : {}),
    ...(additional ? { additionalProperties: additional === true ? {} : nestedValidationOf(additional) } : {}),
  };
}
