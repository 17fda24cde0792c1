import { addErrors } from "../../apimachinery/field-error.ts";
import {
  validateLabelSelector,
  type LabelSelectorValidationOptions,
} from "../../apimachinery/labels/label-selector.ts";
import { validateLabels } from "../../apimachinery/validation/labels.ts";
import { isValidLabelValue } from "../../apimachinery/validation/names.ts";
import { validateAnnotations } from "../../apimachinery/validation/object-meta.ts";
import { selectorAt, stringsOf } from "../label-selectors.ts";
import type { JsonRecord } from "../record.ts";
import { asRecord, inside, itemsAt, type Fields } from "./fields.ts";

/** The keys and values of a member must be valid labels (ValidateLabels). */
export function labels(fields: Fields, member: string): void {
  const map = inside(fields, member);
  if (map !== undefined) addErrors(fields.errors, validateLabels(stringsOf(map.record), map.path));
}

/** The keys and the total size of a member must be valid for annotations (ValidateAnnotations). */
export function annotations(fields: Fields, member: string): void {
  const map = inside(fields, member);
  if (map !== undefined) addErrors(fields.errors, validateAnnotations(stringsOf(map.record), map.path));
}

/** A member must be a valid label selector (ValidateLabelSelector). Absent ones are valid. */
export function labelSelector(fields: Fields, member: string, options: LabelSelectorValidationOptions = {}): void {
  const selector = selectorAt(fields.record, member);
  if (selector !== undefined)
    addErrors(fields.errors, validateLabelSelector(selector, options, fields.path.child(member)));
}

/** Reports whether an expression of a label selector has a malformed value (LabelSelectorHasInvalidLabelValue). */
export const hasInvalidLabelValue = (selector: JsonRecord): boolean =>
  itemsAt(selector, "matchExpressions").some((expression) =>
    itemsAt(asRecord(expression), "values").some(
      (value) => typeof value === "string" && isValidLabelValue(value).length > 0,
    ),
  );
