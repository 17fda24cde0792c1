import {
  duplicate,
  tooMany,
  type FieldPath,
  addError,
  addErrors,
  maxFieldErrors,
  moreErrors,
  type FieldError,
} from "../../apimachinery/field-error.ts";
import { forEachKept } from "../../component-base/work.ts";
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
  addErrors(
    errors,
    repeatedIn(itemsAt(record, member), (item, i) => [path.child(member).index(i), item]),
  );
}

/** Returns an error for each value of a list that has come before; in a large request with pauses. */
function repeatedIn(
  items: readonly unknown[],
  placed: (item: unknown, i: number) => readonly [path: FieldPath, value: unknown],
): readonly FieldError[] {
  const begin = (): Repeated => ({ seen: new Set(), errors: [] });
  const check = ({ seen, errors }: Repeated, i: number): void => {
    const [path, value] = placed(items[i], i);
    if (!seen.has(value)) seen.add(value);
    else addError(errors, errors.length < maxFieldErrors ? duplicate(path, quotedValue(value)) : moreErrors(1));
  };
  return forEachKept(items.length, begin, check).errors;
}

/** The values of a list so far, and the errors of those that came again. */
interface Repeated {
  readonly seen: Set<unknown>;
  readonly errors: FieldError[];
}

/** The items of a list must differ in the text of a member. */
export function distinctItems({ record, path, errors }: Fields, member: string, key: string): void {
  const items = itemsAt(record, member);
  if (items.length < 2) return;
  const at = (i: number): FieldPath => path.child(member).index(i).child(key);
  addErrors(
    errors,
    repeatedIn(items, (item, i) => [at(i), asRecord(item)[key] ?? ""]),
  );
}
