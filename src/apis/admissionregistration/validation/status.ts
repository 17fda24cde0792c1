import { fieldPath, invalid, required, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import { jsonPathProblem } from "../../../apimachinery/jsonpath/parser.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { recordAt, recordsAt, stringAt } from "../../record.ts";
import { conditions } from "../../validation/conditions.ts";
import { collectErrors, errorsOfEach } from "../../validation/fields.ts";

const statusPath = fieldPath("status");
const warnings = statusPath.child("typeChecking", "expressionWarnings");

/**
 * Validates the warnings and conditions in the status of a policy
 * (validation.ValidateValidatingAdmissionPolicyStatusUpdate).
 */
export const validatePolicyStatus = (policy: KubeObject): readonly FieldError[] => [
  ...errorsOfEach(
    recordsAt(recordAt(recordAt(policy, "status"), "typeChecking"), "expressionWarnings"),
    (warning, i) => [
      ...(stringAt(warning, "warning") === "" ? [required(warnings.index(i).child("warning"))] : []),
      ...validateFieldRef(stringAt(warning, "fieldRef").trim(), warnings.index(i).child("fieldRef")),
    ],
  ),
  ...collectErrors(recordAt(policy, "status"), statusPath, (status) => conditions(status, "conditions")),
];

function validateFieldRef(fieldRef: string, path: FieldPath): readonly FieldError[] {
  if (fieldRef === "") return [required(path)];
  const problem = jsonPathProblem(`{${fieldRef}}`);
  return problem === undefined ? [] : [invalid(path, fieldRef, `invalid JSONPath: ${problem}`)];
}
