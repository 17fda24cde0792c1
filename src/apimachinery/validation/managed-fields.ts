import { invalid, tooLong, type FieldError, type FieldPath, addError, addErrors } from "../field-error.ts";
import { byteLength, isPrintable } from "../go-strings.ts";
import type { ManagedFieldsEntry } from "../meta.ts";
import { printedString } from "../printed-value.ts";

const fieldManagerMaxLength = 128;
const maxSubresourceNameLength = 256;

/** Validates the name of a field manager: its length and that it is printable (v1 validation.ValidateFieldManager). */
export function validateFieldManager(fieldManager: string, path: FieldPath): readonly FieldError[] {
  if (fieldManager.length <= fieldManagerMaxLength && isPrintableAscii(fieldManager)) return [];
  const errors: FieldError[] = [];
  if (byteLength(fieldManager) > fieldManagerMaxLength) addError(errors, tooLong(path, fieldManagerMaxLength));
  let position = 0;
  for (const rune of fieldManager) {
    if (!isPrintable(rune))
      addError(errors, invalid(path, fieldManager, `invalid character ${formatRune(rune)} (at position ${position})`));
    position += byteLength(rune);
  }
  return errors;
}

function isPrintableAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x20 || text.charCodeAt(i) > 0x7e) return false;
  return true;
}

const formatRune = (rune: string): string =>
  `U+${(rune.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

function validateEntry(entry: ManagedFieldsEntry, path: FieldPath): readonly FieldError[] {
  const { operation = "", fieldsType = "", manager = "", subresource = "" } = entry;
  const errors: FieldError[] = [];
  if (operation !== "Apply" && operation !== "Update")
    addError(errors, invalid(path.child("operation"), printedString(operation), "must be `Apply` or `Update`"));
  if (fieldsType !== "" && fieldsType !== "FieldsV1")
    addError(errors, invalid(path.child("fieldsType"), fieldsType, "must be `FieldsV1`"));
  if (manager !== "") addErrors(errors, validateFieldManager(manager, path.child("manager")));
  if (byteLength(subresource) > maxSubresourceNameLength)
    addError(errors, tooLong(path.child("subresource"), maxSubresourceNameLength));
  return errors;
}

/**
 * Validates the form of managed fields, but not their content (v1 validation.ValidateManagedFields). Entries that are
 * among the known ones are skipped.
 */
export function validateManagedFields(
  entries: readonly ManagedFieldsEntry[],
  path: FieldPath,
  known: readonly ManagedFieldsEntry[] = [],
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const skipped = new Set(known);
  for (const [i, entry] of entries.entries())
    if (!skipped.has(entry)) addErrors(errors, validateEntry(entry, path.index(i)));
  return errors;
}
