import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { Double } from "../../apimachinery/json/value.ts";
import { memberOf, setMember } from "../../apimachinery/json/members.ts";
import { isList, isObject } from "./tree.ts";

/** Returns the merge patch that changes `original` to `modified` (jsonpatch.CreateMergePatch). Neither is changed. */
export function createMergePatch(original: JsonObject, modified: JsonObject): JsonObject {
  const patch: { [name: string]: JsonValue } = {};
  for (const name of Object.keys(modified)) {
    const change = memberChange(memberOf(original, name), modified[name] ?? null);
    if (change !== undefined) setMember(patch, name, change);
  }
  for (const name of Object.keys(original)) if (!Object.hasOwn(modified, name)) setMember(patch, name, null);
  return patch;
}

/** Returns the patch of one member, or undefined if it is unchanged. */
function memberChange(old: JsonValue | undefined, value: JsonValue): JsonValue | undefined {
  if (isObject(old) && isObject(value)) {
    const change = createMergePatch(old, value);
    return Object.keys(change).length === 0 ? undefined : change;
  }
  return old !== undefined && sameValue(old, value) ? undefined : value;
}

/** Reports whether two values are equal as decoded by Go, where all numbers are float64. */
function sameValue(a: JsonValue, b: JsonValue): boolean {
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i] ?? null));
  if (isObject(a)) return isObject(b) && sameMembers(a, b);
  return a === b || (isNumber(a) && isNumber(b) && asFloat(a) === asFloat(b));
}

function sameMembers(a: JsonObject, b: JsonObject): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameValue(a[name] ?? null, b[name] ?? null))
  );
}

const isNumber = (value: JsonValue): value is number | bigint | Double =>
  typeof value === "number" || typeof value === "bigint" || value instanceof Double;
const asFloat = (value: number | bigint | Double): number => (value instanceof Double ? value.value : Number(value));
