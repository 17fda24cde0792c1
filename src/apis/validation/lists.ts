import { duplicate, tooMany, type FieldPath, addError } from "../../apimachinery/field-error.ts";
import { quotedValue, asRecord, eachItem, eachText, itemsAt, type Fields } from "./fields.ts";

/** Checks each item of a list of records, then that there are not more than `max`. */
export function atMostItems(
  fields: Fields,
  member: string,
  max: number,
  check: (item: Fields, index: number) => void,
): void {
  eachItem(fields, member, check);
  checkCount(fields, member, max);
}

/** Checks each text of a list, then that there are not more than `max`. */
export function atMostTexts(
  fields: Fields,
  member: string,
  max: number,
  check: (text: string, path: () => FieldPath) => void,
): void {
  eachText(fields, member, check);
  checkCount(fields, member, max);
}

function checkCount({ record, path, errors }: Fields, member: string, max: number): void {
  const { length } = itemsAt(record, member);
  if (length > max) addError(errors, tooMany(path.child(member), length, max));
}

/** The texts of a list must differ. */
export function distinctTexts({ record, path, errors }: Fields, member: string): void {
  const seen = new Set<unknown>();
  for (const [i, item] of itemsAt(record, member).entries()) {
    if (seen.has(item)) addError(errors, duplicate(path.child(member).index(i), quotedValue(item)));
    else seen.add(item);
  }
}

/** The items of a list must differ in the text of a member. */
export function distinctItems({ record, path, errors }: Fields, member: string, key: string): void {
  const items = itemsAt(record, member);
  if (items.length < 2) return;
  const seen = new Set<unknown>();
  for (const [i, item] of items.entries()) {
    const value = asRecord(item)[key] ?? "";
    if (seen.has(value)) addError(errors, duplicate(path.child(member).index(i).child(key), quotedValue(value)));
    else seen.add(value);
  }
}
