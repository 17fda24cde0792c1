import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { Atom } from "../../structured-merge-diff/schema.ts";
import { isValidValue } from "../../structured-merge-diff/validate.ts";

/** Members of objects, such as `spec`, and the type that they conform to: objects in the store are looked at again and again, and never change. */
const conforming = new WeakMap<object, Atom>();

/** Whether an object conforms to its type, but for duplicates; parts that are known to do are not looked at. */
export function conforms(object: JsonObject, { map }: Atom, known?: ReadonlySet<unknown>): boolean {
  if (!map || map.deduced) return map !== undefined;
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const type = map.fields.get(name)?.type ?? map.elements;
    if (type === undefined) return false;
    const remembered = typeof value === "object" && value !== null && name !== "metadata";
    if (remembered && conforming.get(value) === type) continue;
    if (!isValidValue(value, type, true, known)) return false;
    if (remembered) conforming.set(value, type);
  }
  return true;
}
