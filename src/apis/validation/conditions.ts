import type { SeenValues } from "./checks-in-slices.ts";
import { isQualifiedName, regexError, type Validator } from "../../apimachinery/validation/names.ts";
import { atMostBytes, conforms, requireName, requireSet, supported, unique } from "./checks.ts";
import { addInvalid, eachItem, integerAt, type Fields } from "./fields.ts";

const reasonFormat = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";
const reasonPattern = new RegExp(`^${reasonFormat}$`);
const reasonError = regexError(
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric " +
    "characters or '_,:', and must end with an alphanumeric character or '_'",
  reasonFormat,
  "my_name",
  "MY_NAME",
  "MyName",
  "ReasonA,ReasonB",
  "ReasonA:ReasonB",
);
const isConditionReason: Validator = (value) => (reasonPattern.test(value) ? [] : [reasonError]);

const statuses = ["False", "True", "Unknown"];
const maxReasonLength = 1024;
const maxMessageLength = 32 * 1024;

/** Validates a meta/v1 Condition (metav1validation.ValidateCondition). */
function validateCondition(condition: Fields): void {
  conforms(condition, "type", isQualifiedName);
  supported(condition, "status", statuses);
  if ((integerAt(condition, "observedGeneration") ?? 0) < 0)
    addInvalid(condition, "observedGeneration", "must be greater than or equal to zero");
  requireSet(condition, "lastTransitionTime");
  requireName(condition, "reason", isConditionReason);
  atMostBytes(condition, "reason", maxReasonLength);
  atMostBytes(condition, "message", maxMessageLength);
}

/** Validates the conditions of a member, of which each type may be there once (metav1validation.ValidateConditions). */
export function conditions(fields: Fields, member: string): void {
  const types: SeenValues = new Map();
  eachItem(fields, member, (condition) => {
    unique(condition, "type", types);
    validateCondition(condition);
  });
}
