import { memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { call, eachInSteps, type Walk } from "../../../apimachinery/walk.ts";
import { isList, isObject } from "../tree.ts";
import { badPrimitiveListFormat, badSetElementOrderFormat, StrategicPatchError } from "./strategic-patch-error.ts";
import { formatString, formatValue, goType } from "./go-value.ts";

export const patchDirective = "$patch";
export const retainKeysDirective = "$retainKeys";
export const setElementOrderPrefix = "$setElementOrder";
export const deleteFromPrimitiveListPrefix = "$deleteFromPrimitiveList";

/**
 * A patch parsed for a single merge, which consumes it. Members that upstream deletes from its patch are deleted here
 * too, since error messages print the remaining patch.
 */
export type OwnPatch = { [name: string]: JsonValue };

/** Returns a part of an owned patch as writable. */
export const asOwn = (part: JsonObject): OwnPatch => part;

export const unknownPatchType = (directive: JsonValue, patch: JsonValue): StrategicPatchError =>
  new StrategicPatchError(`unknown patch type: ${formatString(directive)} in map: ${formatValue(patch)}`);

export const noMergeKey = (item: JsonObject, mergeKey: string): StrategicPatchError =>
  new StrategicPatchError(`map: ${formatValue(item)} does not contain declared merge key: ${mergeKey}`);

export const badArgumentType = (
  expected: "map[string]interface {}" | "[]interface {}",
  actual: JsonValue,
): StrategicPatchError =>
  new StrategicPatchError(`expected a ${expected}, but received a ${goType(actual) ?? "%!s(<nil>)"}`);

/** Returns the list name after the prefix: `ports` for `$setElementOrder/ports`. */
export function listOf(
  key: string,
  prefix: typeof setElementOrderPrefix | typeof deleteFromPrimitiveListPrefix,
): string {
  if (key.startsWith(`${prefix}/`)) return key.slice(prefix.length + 1);
  throw prefix === setElementOrderPrefix ? badSetElementOrderFormat() : badPrimitiveListFormat();
}

export const hasDirective = (item: JsonValue | undefined): boolean =>
  isObject(item) && memberOf(item, patchDirective) !== undefined;

const isNested = (value: JsonValue): boolean => isList(value) || isObject(value);

/** Removes null members from a part of an owned patch. Null items of lists are kept. */
export function* discardNulls(part: JsonValue): Walk<void> {
  if (isList(part)) for (const item of part) if (isNested(item)) yield* call(discardNulls(item));
  if (!isObject(part)) return;
  const own = asOwn(part);
  const nested: JsonValue[] = [];
  yield* eachInSteps(Object.keys(own), (name) => {
    const value = own[name] ?? null;
    if (value === null) delete own[name];
    else if (isNested(value)) nested.push(value);
  });
  for (const value of nested) yield* call(discardNulls(value));
}

/** Returns a part of an owned patch without the objects that contain a directive, or undefined if it is one of them. */
export function* removeDirectives(part: JsonValue): Walk<JsonValue | undefined> {
  if (isList(part)) return yield* keptItems(part);
  if (!isObject(part)) return part;
  if (hasDirective(part)) return undefined;
  const own = asOwn(part);
  const nested: string[] = [];
  yield* eachInSteps(Object.keys(own), (name) => void (isNested(own[name] ?? null) && nested.push(name)));
  for (const name of nested) {
    const value = yield* call(removeDirectives(own[name] ?? null));
    if (value === undefined) delete own[name];
    else if (value !== own[name]) own[name] = value;
  }
  return own;
}

function* keptItems(items: readonly JsonValue[]): Walk<readonly JsonValue[]> {
  const kept: JsonValue[] = [];
  for (const item of items) {
    const value = isNested(item) ? yield* call(removeDirectives(item)) : item;
    if (value !== undefined) kept.push(value);
  }
  return kept;
}
