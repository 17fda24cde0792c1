import { duplicate, invalid, addErrors, addError } from "../../../apimachinery/field-error.ts";
import { validateLabelName } from "../../../apimachinery/validation/labels.ts";
import { addInvalid, eachText, itemsAt, type Fields } from "../../validation/fields.ts";
import { atMostTexts, distinctTexts } from "../../validation/lists.ts";

const maxConditions = 4;

/** Validates the conditions that a device waits for before pods are bound (validateDeviceBindingParameters). */
export function bindingConditions(fields: Fields): void {
  const { record, errors } = fields;
  const [good, bad] = [itemsAt(record, "bindingConditions"), itemsAt(record, "bindingFailureConditions")];
  if (good.length === 0 && bad.length === 0) return;
  for (const member of ["bindingConditions", "bindingFailureConditions"])
    atMostTexts(fields, member, maxConditions, (name, path) => void addErrors(errors, validateLabelName(name, path())));
  distinctTexts(fields, "bindingConditions");
  const seen = new Set<string>();
  eachText(fields, "bindingFailureConditions", (name, path) => {
    if (seen.has(name)) addError(errors, duplicate(path(), name));
    seen.add(name);
    if (good.includes(name))
      addError(errors, invalid(path(), name, "bindingFailureConditions must not overlap with bindingConditions"));
  });
  if (good.length === 0)
    addInvalid(fields, "bindingConditions", "bindingConditions are required to use bindingFailureConditions");
  if (bad.length === 0)
    addInvalid(fields, "bindingFailureConditions", "bindingFailureConditions are required to use bindingConditions");
}
