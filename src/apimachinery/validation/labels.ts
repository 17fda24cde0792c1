import { invalid, type FieldError, type FieldPath, addError } from "../field-error.ts";
import { isQualifiedName, isValidLabelValue } from "./names.ts";

const none: readonly FieldError[] = [];

/** Validates a label key (v1 validation.ValidateLabelName). */
export const validateLabelName = (name: string, path: FieldPath): readonly FieldError[] =>
  isQualifiedName(name).map((message) => invalid(path, name, message));

/** Validates the keys and values of labels (v1 validation.ValidateLabels). */
export function validateLabels(
  labels: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (labels === undefined) return none;
  const errors: FieldError[] = [];
  for (const key of Object.keys(labels)) {
    const value = labels[key] ?? "";
    for (const message of isQualifiedName(key)) addError(errors, invalid(path, key, message));
    for (const message of isValidLabelValue(value)) addError(errors, invalid(path, value, message));
  }
  return errors;
}
