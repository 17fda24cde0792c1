import type { FieldError, FieldPath } from "../../../apimachinery/field-error.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { unpaused, type Work } from "../../../component-base/work.ts";
import type { Schema } from "../schema.ts";
import { checkSuccessor } from "./check-successor.ts";
import { compileValueCheck, type Validated } from "./check-value.ts";
import type { ValueCheck } from "./check.ts";
import { Correlation } from "./correlation.ts";
import { Findings, Telling } from "./findings.ts";
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
    validate(value, path, work = unpaused()) {
      const run = work.resume(TellingRun) ?? work.begin(new TellingRun());
      run.telling ??= tellingOf(check.check(value, Place.root, undefined, work), path);
      return told(run.telling, work);
    },
    validateUpdate(value, old, path, work = unpaused()) {
      const run = work.resume(UpdateRun) ?? work.begin(new UpdateRun(value, old, schema));
      run.valid ??= check.check(value, Place.root, undefined, work).valid;
      run.telling ??= run.valid ? "nothing" : tellingOf(ratcheted(check, value, run.correlation, work), path);
      return told(run.telling, work);
    },
  };
}

/** What tells the findings of a validation, which nearly always has none. */
type MaybeTelling = Telling | "nothing";

const tellingOf = (findings: Findings, path: FieldPath | undefined): MaybeTelling =>
  findings.valid ? "nothing" : new Telling(findings, path);

/** Ends the run of a validation with its errors. */
function told(telling: MaybeTelling, work: Work): readonly FieldError[] {
  const errors = telling === "nothing" ? [] : telling.errors(work);
  work.end();
  return errors;
}

function ratcheted(check: ValueCheck, value: JsonValue, correlation: Correlation, work: Work): Findings {
  const findings = new Findings();
  checkSuccessor(check, value, Place.root, correlation, findings, work);
  return findings;
}

/** A validation, whose findings are told once all are found. */
class TellingRun {
  telling: MaybeTelling | undefined;
}

/** The validation of a changed value: first as if it were new, and if it is invalid, against the old one. */
class UpdateRun extends TellingRun {
  readonly correlation: Correlation;
  valid: boolean | undefined;

  constructor(value: JsonValue, old: JsonValue, schema: Schema) {
    super();
    this.correlation = new Correlation(value, old, schema);
  }
}
