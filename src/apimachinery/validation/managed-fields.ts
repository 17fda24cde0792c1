import { invalid, tooLong, type FieldError, type FieldPath } from "../field-error.ts";
import { byteLength, isPrintable } from "../go-strings.ts";
import type { ManagedFieldsEntry } from "../meta.ts";
import { printedString } from "../printed-value.ts";

const fieldManagerMaxLength = 128;
const maxSubresourceNameLength = 256;

/** A field manager's name: its length, and that all of it can be printed (v1 validation.ValidateFieldManager). */
export function validateFieldManager(fieldManager: string, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (byteLength(fieldManager) > fieldManagerMaxLength) errors.push(tooLong(path, fieldManagerMaxLength));
  let position = 0;
  for (const rune of fieldManager) {
    if (!isPrintable(rune)) errors.push(invalid(path, fieldManager, `invalid character ${formatRune(rune)} (at position ${position})`));
    position += byteLength(rune);
  }
  return errors;
}

const formatRune = (rune: string): string => `U+${(rune.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

function validateEntry(entry: ManagedFieldsEntry, path: FieldPath): readonly FieldError[] {
  const { operation = "", fieldsType = "", manager = "", subresource = "" } = entry;
  const errors: FieldError[] = [];
  if (operation !== "Apply" && operation !== "Update") errors.push(invalid(path.child("operation"), printedString(operation), "must be `Apply` or `Update`"));
  if (fieldsType !== "" && fieldsType !== "FieldsV1") errors.push(invalid(path.child("fieldsType"), fieldsType, "must be `FieldsV1`"));
  errors.push(...validateFieldManager(manager, path.child("manager")));
  if (byteLength(subresource) > maxSubresourceNameLength) errors.push(tooLong(path.child("subresource"), maxSubresourceNameLength));
  return errors;
}

/** The form of managed fields, not what they say (v1 validation.ValidateManagedFields). */
export const validateManagedFields = (entries: readonly ManagedFieldsEntry[] | undefined, path: FieldPath): readonly FieldError[] =>
  entries === undefined ? [] : entries.flatMap((entry, i) => validateEntry(entry, path.index(i)));
