import { PrintedValue } from "../apimachinery/field-error.ts";

/** A list or struct as messages quote it: JSON with members in the order given, `<`, `>` and `&` escaped as Go does. */
export const printedValue = (value: unknown): PrintedValue =>
  new PrintedValue(JSON.stringify(value).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`));
