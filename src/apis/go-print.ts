import { PrintedValue } from "../apimachinery/field-error.ts";

/**
 * Formats a list or struct for an error message: JSON with members in the given order and `<`, `>` and `&` escaped as
 * in Go.
 */
export const printedValue = (value: unknown): PrintedValue =>
  new PrintedValue(JSON.stringify(value).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`));
