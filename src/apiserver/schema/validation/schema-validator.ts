import type { FieldError, FieldPath } from "../../../apimachinery/field-error.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { unpaused, type Work } from "../../../component-base/work.ts";
import type { Schema } from "../schema.ts";
import { checkSuccessor } from "./check-successor.ts";
import { compileValueCheck, type Validated } from "./check-value.ts";
import { Correlation } from "./correlation.ts";
import { Findings, toFieldErrors } from "./findings.ts";
import { Place } from "./place.ts";
import type { CompileRegexp } from "./regexps.ts";
import { sourceOf } from "./validation-source.ts";

/** Validates values against a schema, including their types (validation.SchemaValidator). */
export interface SchemaValidator {
  validate(value: JsonValue, path?: FieldPath, work?: Work): readonly FieldError[];
  /** Like `validate`, but ignores failures on values that are unchanged since `old`. */
  validateUpdate(value: JsonValue, old: JsonValue, path?: FieldPath, work?: Work): readonly FieldError[];
}

/** Compiles a schema; each node is compiled when it first validates a value. */
export function compileSchemaValidator(
  schema: Schema,
  compileRegexp: CompileRegexp,
  validated: Validated = "objects",
): SchemaValidator {
  const check = compileValueCheck(() => sourceOf(schema), compileRegexp, validated);
  return {
    validate: (value, path, work = unpaused()) => toFieldErrors(check.check(value, Place.root, undefined, work), path),
    validateUpdate(value, old, path, work = unpaused()) {
      const run = work.resume(UpdateRun) ?? work.begin(new UpdateRun(value, old, schema));
      run.valid ??= check.check(value, Place.root, undefined, work).valid;
      const findings = new Findings();
      if (!run.valid) checkSuccessor(check, value, Place.root, run.correlation, findings, work);
      work.end();
      return toFieldErrors(findings, path);
    },
  };
}

/** The validation of a changed value: first as if it were new, and if it is invalid, against the old one. */
class UpdateRun {
  readonly correlation: Correlation;
  valid: boolean | undefined;

  constructor(value: JsonValue, old: JsonValue, schema: Schema) {
    this.correlation = new Correlation(value, old, schema);
  }
}
