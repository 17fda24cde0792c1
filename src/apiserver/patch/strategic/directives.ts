import { memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { isList, isObject } from "../tree.ts";
import { badPrimitiveListFormat, badSetElementOrderFormat, StrategicPatchError } from "./strategic-patch-error.ts";
import { formatString, formatValue, goType } from "./go-value.ts";

export const patchDirective = "$patch";
export const retainKeysDirective = "$retainKeys";
export const setElementOrderPrefix = "$setElementOrder";
export const deleteFromPrimitiveListPrefix = "$deleteFromPrimitiveList";

/**
 * A patch that was parsed for one merge alone, which uses it up: what upstream's code takes out of its patch is taken
 * out here, since errors print what is left.
 */
export type OwnPatch = { [name: string]: JsonValue };

/** Parts of an own patch are its own too. */
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

/** The list's name behind the prefix: `ports` of `$setElementOrder/ports`. */
export function listOf(
  key: string,
  prefix: typeof setElementOrderPrefix | typeof deleteFromPrimitiveListPrefix,
): string {
  if (key.startsWith(`${prefix}/`)) return key.slice(prefix.length + 1);
  throw prefix === setElementOrderPrefix ? badSetElementOrderFormat() : badPrimitiveListFormat();
}

export const hasDirective = (item: JsonValue | undefined): boolean =>
  isObject(item) && memberOf(item, patchDirective) !== undefined;

/** Takes null members out of an own part of a patch; null items of lists stay. */
export function discardNulls(part: JsonValue): void {
  if (isList(part)) for (const item of part) discardNulls(item);
  if (!isObject(part)) return;
  const own = asOwn(part);
  for (const name of Object.keys(own)) {
    const value = own[name] ?? null;
    if (value === null) delete own[name];
    else discardNulls(value);
  }
}

/** An own part of a patch without objects that carry a directive; undefined where it is one itself. */
export function removeDirectives(part: JsonValue): JsonValue | undefined {
  if (isList(part)) return part.flatMap((item) => kept(removeDirectives(item)));
  if (!isObject(part)) return part;
  if (hasDirective(part)) return undefined;
  const own = asOwn(part);
  for (const name of Object.keys(own)) {
    const value = removeDirectives(own[name] ?? null);
    if (value === undefined) delete own[name];
    else if (value !== own[name]) own[name] = value;
  }
  return own;
}

const kept = (value: JsonValue | undefined): readonly JsonValue[] => (value === undefined ? [] : [value]);
