import { invalid, type FieldPath, addError } from "../../apimachinery/field-error.ts";
import { parseQuantity, QuantityParseError } from "../../apimachinery/quantity-parse.ts";
import type { Quantity } from "../../apimachinery/quantity.ts";
import { negativeMessage, notPositiveMessage } from "./checks.ts";
import { addInvalid, type Fields } from "./fields.ts";

/** Returns the quantity of a decoded value; undefined if it is absent. Decoders accept only well-formed quantities. */
export function quantityOf(value: unknown): Quantity | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  try {
    return parseQuantity(String(value));
  } catch (error) {
    if (error instanceof QuantityParseError) return undefined;
    throw error;
  }
}

/** Reports whether a quantity is less than zero; does not parse positive ones. */
export const isNegativeQuantity = (value: unknown): boolean =>
  typeof value === "string" ? value.startsWith("-") && (quantityOf(value)?.sign ?? 0) < 0 : Number(value) < 0;

/** Reports whether a quantity is absent or zero. */
export const isZeroQuantity = (value: unknown): boolean =>
  value === undefined || value === null || value === "0" || (quantityOf(value)?.isZero ?? true);

/** A whole number, with a suffix that multiplies it: parsing it would be in vain. */
const wholeNumber = /^[0-9]+(?:[KMGTPE]i|[kMGTPE])?$/;

/** Reports whether a quantity is a whole number (helper.IsIntegerResourceName resources). */
export const isWholeQuantity = (value: unknown): boolean => {
  if (typeof value === "string" && wholeNumber.test(value)) return true;
  const quantity = quantityOf(value);
  return quantity === undefined || quantity.milliValue % 1000n === 0n;
};

/** Compares two quantities; absent ones count as zero. */
export function compareQuantities(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const [left, right] = [quantityOf(a), quantityOf(b)];
  if (left === undefined || right === undefined) return (left?.sign ?? 0) - (right?.sign ?? 0);
  return left.compare(right);
}

/** A quantity must not be negative (ValidateNonnegativeQuantity). Absent ones are valid. */
export function nonNegativeQuantity(fields: Fields, member: string): void {
  if (isNegativeQuantity(fields.record[member])) addInvalid(fields, member, negativeMessage);
}

/** A quantity must be greater than zero (ValidatePositiveQuantityValue). An absent one counts as zero. */
export function positiveQuantity(fields: Fields, member: string): void {
  if (compareQuantities(fields.record[member], undefined) <= 0) addInvalid(fields, member, notPositiveMessage);
}

/**
 * A quantity must not be negative; errors quote it as a whole number (validateBasicResource). Returns whether it is
 * valid.
 */
export function basicResource({ errors }: Pick<Fields, "errors">, value: unknown, path: () => FieldPath): boolean {
  if (!isNegativeQuantity(value)) return true;
  const whole = quantityOf(value)?.value ?? 0n;
  if (whole >= 0n) return true;
  addError(errors, invalid(path(), Number(whole), "must be a valid resource quantity"));
  return false;
}
