import { Double, isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { isList } from "../structural/json-tree.ts";

/** Compares as Go's reflect.DeepEqual: an int64 never equals a float64. */
export function deepEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (a instanceof Double) return b instanceof Double && a.value === b.value;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && deepEqual(a[name], b[name]))
  );
}
