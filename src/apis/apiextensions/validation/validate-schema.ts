import { forbidden, invalid, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { hasRules } from "../../../apiserver/schema/cel/has-rules.ts";
import type { Schema } from "../../../apiserver/schema/schema.ts";
import { newStructural } from "../../../apiserver/schema/structural/new-structural.ts";
import { StructuralError } from "../../../apiserver/schema/structural/supported-fields.ts";
import { validateStructural } from "../../../apiserver/schema/structural/validate-structural.ts";
import { keptObject, keptValue, phase } from "../../../component-base/work.ts";
import type { Version } from "../definition.ts";
import { storedSchema } from "../stored-form.ts";
import type { DefinitionRules } from "./options.ts";
import { printedSchema, statedGoNames } from "./print-internal.ts";
import { validateDefaults } from "./validate-defaults.ts";
import { SchemaReport } from "./schema-report.ts";
import type { RuleCheck } from "./validate-rules.ts";
import { rootPlace, validateSchemaNode } from "./validate-schema-node.ts";

/** Keywords allowed at the root of a schema with a status subresource, by Go name and in upstream's order. */
const allowedAtRoot = [
  "Description",
  "Type",
  "Format",
  "Title",
  "Maximum",
  "ExclusiveMaximum",
  "Minimum",
  "ExclusiveMinimum",
  "MaxLength",
  "MinLength",
  "Pattern",
  "MaxItems",
  "MinItems",
  "UniqueItems",
  "MultipleOf",
  "Required",
  "Items",
  "Properties",
  "ExternalDocs",
  "Example",
  "XPreserveUnknownFields",
  "XValidations",
];

/** Validates the schema of one version, or the one shared by all (validateCustomResourceDefinitionValidation). */
export function validateVersionSchema(
  version: string,
  validation: Version["schema"],
  hasStatus: boolean,
  rules: DefinitionRules,
  path: FieldPath,
): readonly FieldError[] {
  const given = validation?.openAPIV3Schema;
  if (given === undefined) return [];
  const props = phase(() => storedSchema(given));
  const at = path.child("openAPIV3Schema");
  const { errors, failure, schema } = rules.structuralSchema
    ? keptObject(() => validateStructure(props, at, rules))
    : nothingStructural;
  const { report, check } = phase(() => {
    const found = new SchemaReport();
    const ofRules = keptValue(() => schema && checkOfRules(schema, version, rules));
    validateSchemaNode(props, at, rootPlace, { rules, report: found, check: ofRules }, ofRules?.root);
    return { report: found, check: ofRules };
  });
  const all = [
    ...(hasStatus ? validateRootOfStatus(given, at) : []),
    ...(props.nullable ? [forbidden(at.child("nullable"), "nullable cannot be true at the root")] : []),
    ...errors,
    ...report.errors,
  ];
  return all.length === 0 && failure !== undefined ? [failure] : [...all, ...(check?.validateTotal(at) ?? [])];
}

/** Returns the check of a structural schema's rules, or undefined if it has none. */
function checkOfRules(
  schema: Schema,
  version: string,
  { tools, knownRules, unchangedVersions, compatibility }: DefinitionRules,
): RuleCheck | undefined {
  if (!hasRules(schema)) return undefined;
  const { RuleCheck: Check, agesSince } = tools.ruleTools;
  return new Check(schema, { ages: agesSince(knownRules, compatibility), anyCost: unchangedVersions.has(version) });
}

/** Validates the root of a schema with a status subresource: type object, with few other keywords. */
function validateRootOfStatus(props: JSONSchemaProps, path: FieldPath): readonly FieldError[] {
  for (const name of statedGoNames(props)) {
    if (name === "Type" && props.type !== "object") {
      return [
        invalid(
          path.child("type"),
          props.type ?? "",
          'only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
        ),
      ];
    }
    if (name === "Type" || allowedAtRoot.includes(name)) continue;
    return [
      invalid(
        path,
        printedSchema(props),
        `only [${allowedAtRoot.join(" ")}] fields are allowed at the root of the schema if the status subresource is enabled`,
      ),
    ];
  }
  return [];
}

const hasDefault = (props: JSONSchemaProps): props is JSONSchemaProps & { readonly default: JsonValue } =>
  props.default !== undefined && props.default !== null;

interface Structure {
  readonly errors: readonly FieldError[];
  readonly failure: FieldError | undefined;
  /** Undefined if the schema has errors. */
  readonly schema: Schema | undefined;
}

const nothingStructural: Structure = { errors: [], failure: undefined, schema: undefined };

/** Validates that a schema is structural. A failed conversion is reported only if there are no other errors. */
function validateStructure(props: JSONSchemaProps, path: FieldPath, rules: DefinitionRules): Structure {
  let schema: Schema;
  try {
    schema = phase(() => newStructural(props));
  } catch (err) {
    if (err instanceof StructuralError) return { ...nothingStructural, failure: invalid(path, "", err.message) };
    throw err;
  }
  const structural = phase(() => validateStructural(path, props, rules.tools.compileRegexp));
  const errors =
    structural.length > 0
      ? structural
      : validateDefaults(
          path,
          { schema, ...(hasDefault(props) && { default: props.default }) },
          rules.tools,
          rules.prunedDefaults,
        );
  return errors.length > 0 ? { ...nothingStructural, errors } : { ...nothingStructural, schema };
}
