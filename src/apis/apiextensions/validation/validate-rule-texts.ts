import { invalid, notSupported, required, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import type {
  JSONSchemaProps,
  ValidationRule,
} from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { findFieldPath } from "../../../apiserver/schema/cel/field-path.ts";
import { propsSteps } from "./field-path.ts";

const reasons = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];
const lineBreak = /[\n\r]/;

/** Validates the fields of validation rules, without compiling them. */
export const validateRuleTexts = (props: JSONSchemaProps, path: FieldPath): readonly FieldError[] =>
  (props["x-kubernetes-validations"] ?? []).flatMap((rule, i) =>
    validateRule(props, rule, path.child("x-kubernetes-validations").index(i)),
  );

function validateRule(props: JSONSchemaProps, rule: ValidationRule, path: FieldPath): readonly FieldError[] {
  const { messageExpression = "", reason, fieldPath = "" } = rule;
  return [
    ...validateMessage(rule, path),
    ...(messageExpression !== "" && messageExpression.trim() === ""
      ? [required(path.child("messageExpression"), "messageExpression must be non-empty if specified")]
      : []),
    ...(reason === undefined || reasons.includes(reason) ? [] : [notSupported(path.child("reason"), reason, reasons)]),
    ...(fieldPath === "" ? [] : validateFieldPath(props, fieldPath, path.child("fieldPath"))),
  ];
}

function validateMessage({ rule = "", message = "" }: ValidationRule, path: FieldPath): readonly FieldError[] {
  const at = path.child("message");
  const trimmed = message.trim();
  if (rule.trim() === "") return [required(path.child("rule"), "rule is not specified")];
  if (message !== "" && trimmed === "") return [invalid(at, message, "must be non-empty if specified")];
  if (lineBreak.test(trimmed)) return [invalid(at, message, "must not contain line breaks")];
  return lineBreak.test(rule.trim()) && trimmed === ""
    ? [required(at, "message must be specified if rule contains line breaks")]
    : [];
}

function validateFieldPath(props: JSONSchemaProps, text: string, path: FieldPath): readonly FieldError[] {
  return [
    ...(text.trim() === "" ? [invalid(path, text, "must be non-empty if specified")] : []),
    ...(lineBreak.test(text) ? [invalid(path, text, "must not contain line breaks")] : []),
    ...("problem" in findFieldPath(text, props, propsSteps) ? [invalid(path, text, "must be a valid path")] : []),
  ];
}
