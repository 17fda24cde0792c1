import { memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { runWalk } from "../../../apimachinery/walk.ts";
import { isList, isObject } from "../tree.ts";
import { patchDirective, retainKeysDirective } from "./directives.ts";
import { requireMergeKey } from "./element-order.ts";
import { deepEqual, formatValue } from "./go-value.ts";
import { areMaps, elementType } from "./list-type.ts";
import type { PatchLookup, PatchMeta } from "./patch-schema.ts";
import { sortScalars } from "./sort-by-text.ts";
import { withoutDuplicates } from "./without-duplicates.ts";

/**
 * Reports whether two strategic merge patches set a field to different values
 * (strategicpatch.MergingMapsHaveConflicts). Throws StrategicPatchError for fields that the schema does not have.
 */
export const havePatchesConflicts = (left: JsonObject, right: JsonObject, schema: PatchLookup): boolean =>
  haveValuesConflicts(left, right, schema, noMeta);

const noMeta: PatchMeta = { strategy: "", retainKeys: false, mergeKey: "" };

function haveValuesConflicts(left: JsonValue, right: JsonValue, schema: PatchLookup, meta: PatchMeta): boolean {
  if (isObject(left)) {
    if (!isObject(right)) return true;
    const [directive, other] = [memberOf(left, patchDirective), memberOf(right, patchDirective)];
    if (directive !== other) return true;
    return meta.strategy !== "replace" && haveMembersConflicts(left, right, schema);
  }
  if (isList(left)) return !isList(right) || haveListsConflicts(left, right, schema, meta);
  return !deepEqual(left, right);
}

function haveMembersConflicts(left: JsonObject, right: JsonObject, schema: PatchLookup): boolean {
  return Object.keys(left).some((name) => {
    const [value, other] = [left[name] ?? null, memberOf(right, name)];
    if (name === patchDirective || name === retainKeysDirective || other === undefined) return false;
    if (!isList(value) && !isObject(value)) return haveValuesConflicts(value, other, schema, noMeta);
    const field = isList(value) ? schema.slice(name) : schema.struct(name);
    return haveValuesConflicts(value, other, field.schema, field.meta);
  });
}

function haveListsConflicts(
  left: readonly JsonValue[],
  right: readonly JsonValue[],
  schema: PatchLookup,
  { strategy, mergeKey }: PatchMeta,
): boolean {
  const ofMaps = areMaps(runWalk(elementType(left, right)));
  if (strategy === "merge") {
    if (!ofMaps) return false;
    const keyOf = (item: JsonValue): string => formatValue(requireMergeKey(item, mergeKey)[mergeKey] ?? null);
    const others = new Map(right.map((item) => [keyOf(item), item]));
    return left.some((item) => {
      const other = others.get(keyOf(item));
      return other !== undefined && haveValuesConflicts(item, other, schema, noMeta);
    });
  }
  if (left.length !== right.length) return true;
  const [a, b] = ofMaps ? [left, right] : [left, right].map((list) => runWalk(withoutDuplicates(sortScalars(list))));
  return (a ?? []).some((item, i) => haveValuesConflicts(item, b?.[i] ?? null, schema, noMeta));
}
