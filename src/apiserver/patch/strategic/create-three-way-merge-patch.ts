import { setMember, memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { call, runWalk, type Walk } from "../../../apimachinery/walk.ts";
import { isList, isObject } from "../tree.ts";
import { diffMaps } from "./diff-maps.ts";
import {
  asOwn,
  patchDirective,
  removeDirectives,
  retainKeysDirective,
  setElementOrderPrefix,
  type OwnPatch,
} from "./directives.ts";
import { goType } from "./go-value.ts";
import { mergeListField } from "./merge-list.ts";
import { mergeOrderedLists } from "./merge-ordered-lists.ts";
import { havePatchesConflicts } from "./patch-conflicts.ts";
import type { PatchLookup } from "./patch-schema.ts";

/** A patch that would overwrite what changed since the original: the patch, and those changes. */
export class PatchConflict extends Error {
  override readonly name = "PatchConflict";
  readonly patch: JsonObject;
  readonly changes: JsonObject;
  constructor(patch: JsonObject, changes: JsonObject) {
    super("the patch conflicts with changes made from original to current");
    this.patch = patch;
    this.changes = changes;
  }
}

/**
 * Returns the strategic merge patch that brings `current` to `modified` and deletes what `original` had and `modified`
 * has not (strategicpatch.CreateThreeWayMergePatch). None is changed. Throws StrategicPatchError, and without
 * `overwrites` a PatchConflict where the patch changes what `current` has changed since `original`.
 */
export function createThreeWayMergePatch(
  original: JsonObject,
  modified: JsonObject,
  current: JsonObject,
  schema: PatchLookup,
  overwrites = true,
): JsonObject {
  const delta = diffMaps(current, modified, schema, { ignoreDeletions: true });
  const deletions = diffMaps(original, modified, schema, { ignoreChanges: true });
  const patch = runWalk(mergePatches(deletions, delta, schema));
  if (overwrites) return patch;
  const changes = diffMaps(original, current, schema, { ignoreOrder: true });
  if (havePatchesConflicts(patch, changes, schema)) throw new PatchConflict(patch, changes);
  return patch;
}

/** Merges one patch into another, whose directives stay (strategicpatch.mergeMap without MergeParallelList). */
function* mergePatches(original: JsonObject, patch: OwnPatch, schema: PatchLookup): Walk<JsonObject> {
  if (memberOf(patch, patchDirective) !== undefined) return patch;
  const result: OwnPatch = { ...original };
  for (const name of Object.keys(patch))
    if (name === retainKeysDirective || name.startsWith(setElementOrderPrefix)) result[name] = patch[name] ?? null;
  delete patch[retainKeysDirective];
  yield* mergeOrderedLists(result, patch, schema, mergePatches);
  for (const name of Object.keys(patch)) {
    const value = patch[name] ?? null;
    const old = memberOf(result, name);
    const merged =
      old !== undefined && value !== null && goType(old) === goType(value)
        ? yield* mergeSame(old, value, name, schema)
        : yield* call(removeDirectives(value));
    if (merged === undefined) delete result[name];
    else setMember(result, name, merged);
  }
  return result;
}

/** Merges two values of the same type. */
function* mergeSame(old: JsonValue, value: JsonValue, name: string, schema: PatchLookup): Walk<JsonValue> {
  if (isList(old) && isList(value))
    return (yield* mergeListField({ original: old, patch: value, field: schema.slice(name) }, false, mergePatches))
      .items;
  if (!isObject(old) || !isObject(value)) return value;
  const field = schema.struct(name);
  return field.meta.strategy === "replace" ? value : yield* call(mergePatches(old, asOwn(value), field.schema));
}
