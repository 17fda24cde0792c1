import { addError } from "../../../apimachinery/field-error.ts";
import { runningWork } from "../../../component-base/work.ts";
import { atMostItems } from "../../validation/lists.ts";
import { addRequired, inside, textAt, type Fields } from "../../validation/fields.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { DeviceExpressions } from "./device-expressions.ts";

const maxSelectors = 32;
/** What it takes to compile a selector, in units of work. */
const unitsOfSelector = 300;

/** What the validation of an object's selectors needs. */
export interface SelectorContext {
  /** Whether the object was stored with these selectors, which may then use everything that this release supports. */
  readonly stored: boolean;
  /** The compiler, which is loaded for objects that have selectors. */
  readonly expressions: DeviceExpressions | undefined;
}

/** Reports whether an object has selectors of devices. */
export function hasSelectors(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasSelectors);
  if (!isRecord(value)) return false;
  for (const member in value) if (member === "selectors" || hasSelectors(value[member])) return true;
  return false;
}

/** Validates the selectors of devices (validateSelectorSlice). */
export function validateSelectors(fields: Fields, { stored, expressions }: SelectorContext): void {
  atMostItems(fields, "selectors", maxSelectors, (selector) => {
    const cel = inside(selector, "cel");
    if (cel === undefined) return addRequired(selector, "cel");
    if (expressions === undefined) throw new Error("selectors are validated before their compiler is loaded");
    runningWork()?.charge(unitsOfSelector);
    const error = expressions.errorOf(textAt(cel, "expression"), stored, () => cel.path.child("expression"));
    if (error !== undefined) addError(cel.errors, error);
  });
}
