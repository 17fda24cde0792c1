import { sortedKeys } from "../../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Differences } from "./differences.ts";
import { encodeUntyped, isLongList } from "../../../component-base/long-texts.ts";
import { manyKeysOf } from "./node-codec.ts";

/** The nesting depth beyond which values are compared as a whole. */
const maxDepth = 100;

/** The printer of untyped values, which sorts members. */
const untyped = {
  encode: (value: unknown): string => encodeUntyped(value as JsonValue),
  compare: compareJson,
};

/** Records the parts in which the texts of two untyped values differ. Returns false if they have different parts. */
export function compareJson(before: object, after: object, differences: Differences): boolean {
  if (differences.depth > maxDepth) return false;
  const [left, right] = [before as JsonValue, after as JsonValue];
  if (isObject(left) && isObject(right)) return compareObjects(left, right, differences);
  return Array.isArray(left) && Array.isArray(right) && compareItems(left, right, differences);
}

function compareObjects(before: JsonObject, after: JsonObject, differences: Differences): boolean {
  if (manyKeysOf(after) !== undefined) return false; // encoded in slices
  const names = sortedKeys(after);
  for (const name of names) {
    if (!Object.hasOwn(before, name) || before[name] === undefined || after[name] === undefined) return false;
    differences.at(name, untyped, before[name], after[name]);
  }
  return Object.keys(before).length === names.length;
}

function compareItems(before: readonly unknown[], after: readonly unknown[], differences: Differences): boolean {
  if (before.length !== after.length || isLongList(after)) return false; // a long list is encoded in slices
  for (let i = 0; i < after.length; i++) differences.at(i, untyped, before[i], after[i]);
  return true;
}
