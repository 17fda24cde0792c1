import {
  duplicate,
  forbidden,
  invalid,
  required,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import type { ValidationRule } from "../value-validation.ts";

/** How messages about a rule call it: by its own message where it has one. */
const nameOfRule = ({ rule, message = "" }: ValidationRule): string => (message === "" ? rule : message).trim();

/** What is said where a rule is broken and makes no message itself. */
export const messageOfRule = (rule: ValidationRule): string =>
  rule.message ? rule.message.trim() : `failed rule: ${nameOfRule(rule)}`;

/** The error of a broken rule, of the kind it asks for; the value is told by its type. */
export function brokenRule({ reason }: ValidationRule, path: FieldPath, type: string, message: string): FieldError {
  switch (reason) {
    case "FieldValueForbidden":
      return forbidden(path, message);
    case "FieldValueRequired":
      return required(path, message);
    case "FieldValueDuplicate":
      return duplicate(path, type);
    default:
      return invalid(path, type, message);
  }
}

export const outOfBudget =
  "validation failed due to running out of cost budget, no further validation rules will be run";
export const messageOutOfBudget =
  "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";

/** What is said where a rule cannot be evaluated. */
export function failureOfRule(rule: ValidationRule, error: string, exceededLimit: boolean): string {
  const name = nameOfRule(rule);
  if (error.startsWith("no such overload"))
    return `'${error}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`;
  if (exceededLimit)
    return `'${error}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`;
  return `${error} evaluating rule: ${name}`;
}
