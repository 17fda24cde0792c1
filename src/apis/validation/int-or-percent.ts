import { intValue, type IntOrString } from "../../apimachinery/int-or-string.ts";
import { regexError, type Validator } from "../../apimachinery/validation/names.ts";
import { nonNegative } from "./checks.ts";
import { addInvalid, addMessages, isSet, type Fields } from "./fields.ts";

const percentFormat = "[0-9]+%";
const percentError = regexError(
  "a valid percent string must be a numeric string followed by an ending '%'",
  percentFormat,
  "1%",
  "93%",
);

/** Validates a percentage: `25%` (validation.IsValidPercent). */
export const isValidPercent: Validator = (value) => (/^[0-9]+%$/.test(value) ? [] : [percentError]);

/** Returns a member that is a number or a percentage; absent ones count as 0, as in Go. */
const intOrStringAt = ({ record }: Fields, member: string): IntOrString => {
  const value = record[member];
  return typeof value === "number" || typeof value === "string" ? value : 0;
};

/** A member must be a number that is not negative or a percentage (ValidatePositiveIntOrPercent). */
export function positiveIntOrPercent(fields: Fields, member: string): void {
  const value = intOrStringAt(fields, member);
  if (typeof value === "string") addMessages(fields, member, isValidPercent(value));
  else if (isSet(fields, member)) nonNegative(fields, member);
}

/** A percentage must not be greater than 100% (IsNotMoreThan100Percent). */
export function atMost100Percent(fields: Fields, member: string): void {
  const value = intOrStringAt(fields, member);
  if (typeof value === "string" && isValidPercent(value).length === 0 && parseInt(value, 10) > 100)
    addInvalid(fields, member, "must not be greater than 100%");
}

/** Returns the number of a member: that of its percentage if it is one (getIntOrPercentValue). */
export function intOrPercentValue(fields: Fields, member: string): number {
  const value = intOrStringAt(fields, member);
  return typeof value === "string" && isValidPercent(value).length === 0
    ? parseInt(value, 10)
    : Number(intValue(value));
}
