import { isQualifiedName, isValidLabelValue } from "../../../apimachinery/validation/names.ts";
import { conforms, matches, oneOf, requireMember, requireOneOf, supported } from "../../validation/checks.ts";
import { addInvalid, isZero, textAt, type Fields } from "../../validation/fields.ts";

const effects = ["NoExecute", "NoSchedule"];
const operators = ["Equal", "Exists"];

/** Validates the taint of a device (validateDeviceTaint). */
export function validateDeviceTaint(taint: Fields): void {
  conforms(taint, "key", isQualifiedName);
  matches(taint, "value", isValidLabelValue);
  requireOneOf(taint, "effect", effects);
}

/** Validates a toleration of a request (validateDeviceToleration). */
export function validateDeviceToleration(toleration: Fields): void {
  matches(toleration, "key", isQualifiedName);
  if (requireMember(toleration, "operator")) checkValue(toleration);
  if (textAt(toleration, "effect") !== "") oneOf(toleration, "effect", effects);
}

function checkValue(toleration: Fields): void {
  switch (textAt(toleration, "operator")) {
    case "Exists":
      if (!isZero(toleration, "value")) addInvalid(toleration, "value", "must be empty for operator `Exists`");
      return;
    case "Equal":
      return conforms(toleration, "value", isValidLabelValue);
    default:
      supported(toleration, "operator", operators);
  }
}
