import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { Atom } from "../../structured-merge-diff/schema.ts";
import { isValidValue } from "../../structured-merge-diff/validate.ts";

/** Whether an object conforms to its type, but for duplicates; parts that are known to do are not looked at. */
export function conforms(object: JsonObject, { map }: Atom, known?: ReadonlySet<unknown>): boolean {
  if (!map || map.deduced) return map !== undefined;
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const type = map.fields.get(name)?.type ?? map.elements;
    if (type === undefined || !isValidValue(value, type, true, known)) return false;
  }
  return true;
}
