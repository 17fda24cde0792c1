import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { createMergePatch } from "../../apiserver/patch/create-merge-patch.ts";
import { applyMergePatch } from "../../apiserver/patch/merge-patch.ts";

/**
 * The JSON merge patch that brings `current` to `modified` and deletes what `original` had and `modified` has not
 * (jsonmergepatch.CreateThreeWayJSONMergePatch). None is changed.
 */
export function createThreeWayJsonMergePatch(
  original: JsonObject,
  modified: JsonObject,
  current: JsonObject,
): JsonObject {
  const changes = parts(createMergePatch(current, modified), false);
  const patch = applyMergePatch(parts(createMergePatch(original, modified), true), changes);
  return isObject(patch) ? patch : {};
}

/** The deletions of a patch, which are its nulls, or the rest of it. */
function parts(patch: JsonObject, deletions: boolean): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(patch)) {
    if (isObject(value) && Object.keys(value).length > 0) {
      const inner = parts(value, deletions);
      if (Object.keys(inner).length > 0) kept[name] = inner;
    } else if ((value === null) === deletions) kept[name] = value;
  }
  return kept;
}
