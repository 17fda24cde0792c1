import { addErrors, type FieldError, type FieldPath } from "../../apimachinery/field-error.ts";
import {
  validateLabelSelector,
  validateLabelSelectorRequirement,
  type LabelSelectorSpec,
  type LabelSelectorValidationOptions,
} from "../../apimachinery/labels/label-selector.ts";
import { validateLabels } from "../../apimachinery/validation/labels.ts";
import { isValidLabelValue } from "../../apimachinery/validation/names.ts";
import {
  annotationSize,
  validateAnnotationKey,
  validateAnnotations,
  validateAnnotationsSize,
} from "../../apimachinery/validation/object-meta.ts";
import { keysOf } from "../../component-base/long-map-keys.ts";
import { forEachKept, keptObject, runningWork } from "../../component-base/work.ts";
import { selectorAt, stringsOf } from "../label-selectors.ts";
import { stringAt, type JsonRecord } from "../record.ts";
import { checkInSlices } from "./checks-in-slices.ts";
import { asRecord, inside, itemsAt, type Fields } from "./fields.ts";

/** The keys and values of a member must be valid labels (ValidateLabels). */
export function labels(fields: Fields, member: string): void {
  const map = inside(fields, member);
  if (map !== undefined)
    addLabels(
      fields.errors,
      keptObject(() => stringsOf(map.record)),
      map.path,
    );
}

/** Validates labels, in a large request with pauses. */
function addLabels(errors: FieldError[], map: Readonly<Record<string, string>>, path: FieldPath): void {
  const work = runningWork();
  if (work === undefined) return addErrors(errors, validateLabels(map, path));
  const keys = keysOf(map);
  checkInSlices(
    work,
    keys,
    errors,
    (key, _, own) => () => addErrors(own, validateLabels({ [key]: map[key] ?? "" }, path)),
  );
}

/** The keys and the total size of a member must be valid for annotations (ValidateAnnotations). */
export function annotations(fields: Fields, member: string): void {
  const map = inside(fields, member);
  if (map === undefined) return;
  const { errors } = fields;
  const { record, path } = map;
  const work = runningWork();
  if (work === undefined) return addErrors(errors, validateAnnotations(stringsOf(record), path));
  const keys = keysOf(record);
  checkInSlices(work, keys, errors, (key, _, own) => () => addErrors(own, validateAnnotationKey(key, path)));
  const add = (made: { size: number }, i: number): void => {
    const key = keys[i] ?? "";
    made.size += annotationSize(key, stringAt(record, key));
  };
  const { size } = forEachKept(keys.length, () => ({ size: 0 }), add);
  addErrors(errors, validateAnnotationsSize(size, path));
}

/** A member must be a valid label selector (ValidateLabelSelector). Absent ones are valid. */
export function labelSelector(fields: Fields, member: string, options: LabelSelectorValidationOptions = {}): void {
  const selector = selectorAt(fields.record, member);
  if (selector === undefined) return;
  addErrors(fields.errors, labelSelectorErrors(selector, options, fields.path.child(member)));
}

/** Validates a label selector (ValidateLabelSelector), in a large request with pauses. */
export function labelSelectorErrors(
  selector: LabelSelectorSpec,
  options: LabelSelectorValidationOptions,
  path: FieldPath,
): readonly FieldError[] {
  const work = runningWork();
  if (work === undefined) return validateLabelSelector(selector, options, path);
  const errors: FieldError[] = [];
  addLabels(errors, selector.matchLabels ?? {}, path.child("matchLabels"));
  const expressions = selector.matchExpressions ?? [];
  checkInSlices(work, expressions, errors, (expression, i, own) => () => {
    addErrors(own, validateLabelSelectorRequirement(expression, options, path.child("matchExpressions").index(i)));
  });
  return errors;
}

/** Reports whether an expression of a label selector has a malformed value (LabelSelectorHasInvalidLabelValue). */
export const hasInvalidLabelValue = (selector: JsonRecord): boolean =>
  itemsAt(selector, "matchExpressions").some((expression) =>
    itemsAt(asRecord(expression), "values").some(
      (value) => typeof value === "string" && isValidLabelValue(value).length > 0,
    ),
  );
