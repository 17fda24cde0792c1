import type { FieldError, FieldPath } from "../../../apimachinery/field-error.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Schema } from "../schema.ts";
import { checkSuccessor } from "./check-successor.ts";
import { compileValueCheck, type Validated } from "./check-value.ts";
import { Correlation } from "./correlation.ts";
import { toFieldErrors } from "./findings.ts";
import { Place } from "./place.ts";
import type { CompileRegexp } from "./regexps.ts";
import { sourceOf } from "./validation-source.ts";

/** Validates values against a schema, including their types (validation.SchemaValidator). */
export interface SchemaValidator {
  validate(value: JsonValue, path?: FieldPath): readonly FieldError[];
  /** Like `validate`, but ignores failures on values that are unchanged since `old`. */
  validateUpdate(value: JsonValue, old: JsonValue, path?: FieldPath): readonly FieldError[];
}

/** Compiles a schema; each node is compiled when it first validates a value. */
export function compileSchemaValidator(
  schema: Schema,
  compileRegexp: CompileRegexp,
  validated: Validated = "objects",
): SchemaValidator {
  const check = compileValueCheck(sourceOf(schema), compileRegexp, validated);
  return {
    validate: (value, path) => toFieldErrors(check(value, Place.root, undefined), path),
    validateUpdate(value, old, path) {
      const findings = check(value, Place.root, undefined);
      return findings.valid
        ? []
        : toFieldErrors(checkSuccessor(check, value, Place.root, new Correlation(value, old, schema)), path);
    },
  };
}
