import { aggregateMessage, fieldPath, invalid, type FieldError, addErrors } from "../../apimachinery/field-error.ts";
import { structuralSchemaOf } from "../../apiserver/schema/structural/structural-schema.ts";
import { StructuralError } from "../../apiserver/schema/structural/supported-fields.ts";
import { validateStructural } from "../../apiserver/schema/structural/validate-structural.ts";
import type { CompileRegexp } from "../../apiserver/schema/validation/regexps.ts";
import {
  findCondition,
  withCondition,
  withoutCondition,
  type Definition,
  type NewCondition,
} from "../../apis/apiextensions/definition.ts";

const type = "NonStructuralSchema";

/**
 * Returns the definition with its NonStructuralSchema condition updated, or undefined if it is up to date
 * (nonstructuralschema.ConditionController). Validation rejects new definitions with such violations; they only occur
 * in definitions stored before that.
 */
export function judgeStructure(
  definition: Definition,
  compileRegexp: CompileRegexp,
  now: string,
): Definition | undefined {
  const condition = conditionOf(definition, compileRegexp);
  const old = findCondition(definition, type);
  if (condition === undefined) return old === undefined ? undefined : withoutCondition(definition, type);
  if (old?.status === condition.status && old.reason === condition.reason && old.message === condition.message)
    return undefined;
  return withCondition(definition, condition, now);
}

function conditionOf({ spec }: Definition, compileRegexp: CompileRegexp): NewCondition | undefined {
  const errors: FieldError[] =
    spec.preserveUnknownFields === true
      ? [invalid(fieldPath("spec", "preserveUnknownFields"), true, "must be false")]
      : [];
  for (const [i, { name, schema }] of (spec.versions ?? []).entries()) {
    const props = schema?.openAPIV3Schema;
    if (props === undefined) continue;
    try {
      structuralSchemaOf(props);
    } catch (err) {
      if (!(err instanceof StructuralError)) throw err;
      return {
        type,
        status: "Unknown",
        reason: "StructuralError",
        message: `failed to check validation schema for version ${name}: ${err.message}`,
      };
    }
    addErrors(
      errors,
      validateStructural(
        fieldPath("spec", "versions").index(i).child("schema", "openAPIV3Schema"),
        props,
        compileRegexp,
      ),
    );
  }
  return errors.length === 0
    ? undefined
    : { type, status: "True", reason: "Violations", message: aggregateMessage(errors) };
}
