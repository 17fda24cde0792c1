import { isRecord } from "../../apimachinery/is-record.ts";
import { isEmptied } from "../../apimachinery/json/emptied-members.ts";

/**
 * Reports whether a value is the same as a stored one for reflect.DeepEqual, to which a list or map that is empty is
 * none that is absent: as which it is stored.
 */
export function sameAsStored(value: unknown, stored: unknown): boolean {
  if (value === stored) return true;
  if (Array.isArray(value)) return sameItems(value, Array.isArray(stored) ? stored : []);
  if (!isRecord(value)) return (value ?? undefined) === (stored ?? undefined);
  return isRecord(stored) && !isEmptied(value) && sameMembers(value, stored);
}

const sameItems = (items: readonly unknown[], stored: readonly unknown[]): boolean =>
  items.length > 0 && items.length === stored.length && items.every((item, i) => sameAsStored(item, stored[i]));

function sameMembers(value: Readonly<Record<string, unknown>>, stored: Readonly<Record<string, unknown>>): boolean {
  for (const key in value) if (!sameAsStored(value[key], stored[key])) return false;
  for (const key in stored) if ((stored[key] ?? undefined) !== undefined && !(key in value)) return false;
  return true;
}
