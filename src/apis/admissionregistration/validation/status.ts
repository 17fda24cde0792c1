import { fieldPath, invalid, required, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { recordAt, recordsAt, stringAt } from "../../record.ts";
import { jsonPathProblem } from "./json-path-syntax.ts";

const warnings = fieldPath("status", "typeChecking").child("expressionWarnings");

/** Validates the warnings in the status of a policy (validation.ValidateValidatingAdmissionPolicyStatusUpdate). */
export const validatePolicyStatus = (policy: KubeObject): readonly FieldError[] =>
  recordsAt(recordAt(recordAt(policy, "status"), "typeChecking"), "expressionWarnings").flatMap((warning, i) => [
    ...(stringAt(warning, "warning") === "" ? [required(warnings.index(i).child("warning"))] : []),
    ...validateFieldRef(stringAt(warning, "fieldRef").trim(), warnings.index(i).child("fieldRef")),
  ]);

function validateFieldRef(fieldRef: string, path: FieldPath): readonly FieldError[] {
  if (fieldRef === "") return [required(path)];
  const problem = jsonPathProblem(`{${fieldRef}}`);
  return problem === undefined ? [] : [invalid(path, fieldRef, `invalid JSONPath: ${problem}`)];
}
