import { duplicate, forbidden, invalid, tooMany, type FieldPath, addError } from "../../../apimachinery/field-error.ts";
import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import type { Quantity } from "../../../apimachinery/quantity.ts";
import { addRequired, inside, itemsAt, type Fields } from "../../validation/fields.ts";
import { quantityOf } from "../../validation/quantities.ts";

const maxOptions = 10;
const zero = parseQuantity("0");

/** Validates how much of a capacity may be asked for (validateRequestPolicy). */
export function validateRequestPolicy(capacity: Fields): void {
  const policy = inside(capacity, "requestPolicy");
  if (policy === undefined) return;
  const most = quantityOf(capacity.record["value"]) ?? zero;
  const usual = quantityOf(policy.record["default"]);
  const hasValues = itemsAt(policy.record, "validValues").length > 0;
  const range = inside(policy, "validRange");
  if (hasValues && range !== undefined)
    addError(
      policy.errors,
      forbidden(
        policy.path,
        'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time',
      ),
    );
  else if (hasValues) {
    if (usual === undefined) addRequired(policy, "default", "required when validValues is defined");
    else validateValues(policy, usual, most);
  } else if (range !== undefined) {
    if (usual === undefined) addRequired(policy, "default", "required when validRange is defined");
    else validateRange(range, usual, most);
  }
}

/** The amounts are in ascending order, not more than the capacity, and the default is one of them. */
function validateValues({ record, path, errors }: Fields, usual: Quantity, most: Quantity): void {
  const at = path.child("validValues");
  const values = itemsAt(record, "validValues").map((value) => quantityOf(value) ?? zero);
  for (const [i, value] of values.entries()) {
    const before = values[i - 1];
    if (before !== undefined && before.compare(value) > 0)
      addError(errors, invalid(at.index(i), value.toString(), "values must be sorted in ascending order"));
  }
  for (const [i, value] of values.entries())
    if (value.compare(most) > 0)
      addError(
        errors,
        invalid(at.index(i), value.toString(), `option is larger than capacity value: ${most.toString()}`),
      );
  if (values.length > maxOptions) addError(errors, tooMany(at, values.length, maxOptions));
  const seen = new Set<bigint>();
  for (const [i, { value }] of values.entries()) {
    if (seen.has(value)) addError(errors, duplicate(at.index(i), String(value)));
    else seen.add(value);
  }
  if (!values.some((value) => value.compare(usual) === 0))
    addError(errors, invalid(at, usual.toString(), "default value is not valid according to the requestPolicy"));
}

function validateRange(range: Fields, usual: Quantity, capacity: Quantity): void {
  const { record, path, errors } = range;
  const [min, max, step] = ["min", "max", "step"].map((member) => quantityOf(record[member]));
  if (min === undefined) return addRequired(range, "min", "required when validRange is defined");
  const refuse = (member: string, value: Quantity, detail: string, limit: Quantity): void =>
    void addError(errors, invalid(path.child(member), value.toString(), `${detail}: ${limit.toString()}`));
  if (min.compare(capacity) > 0) refuse("min", min, "min is larger than capacity value", capacity);
  if (usual.compare(min) < 0) refuse("min", usual, "default is less than min", min);
  if (max !== undefined) {
    if (min.compare(max) > 0) refuse("max", min, "min is larger than max", max);
    if (max.compare(capacity) > 0) refuse("max", max, "max is larger than capacity value", capacity);
    if (usual.compare(max) > 0) refuse("max", usual, "default is more than max", max);
  }
  if (step === undefined) return;
  const first = min.add(step);
  if (first.compare(capacity) > 0)
    refuse("step", step, `one step ${first.toString()} is larger than capacity value`, capacity);
  for (const value of max === undefined ? [usual] : [usual, max]) checkStep(range, value, min, step);
}

function checkStep(range: Fields, value: Quantity, min: Quantity, step: Quantity): void {
  if (step.value === 0n || (value.value - min.value) % step.value === 0n) return;
  const at: FieldPath = range.path.child("step");
  addError(
    range.errors,
    invalid(
      at,
      value.toString(),
      `value is not a multiple of a given step (${step.toString()}) from (${min.toString()})`,
    ),
  );
}
