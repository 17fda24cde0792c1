import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { memberOf, setMember } from "../../../apimachinery/json/members.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { isList, isObject } from "../tree.ts";
import {
  deleteFromPrimitiveListPrefix,
  patchDirective,
  retainKeysDirective,
  setElementOrderPrefix,
  type OwnPatch,
} from "./directives.ts";
import { diffLists } from "./diff-lists.ts";
import { deepEqual, goType } from "./go-value.ts";
import { sortScalars } from "./sort-by-text.ts";
import { PatchSchema, type FieldPatch } from "./patch-schema.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

/**
 * Returns the strategic merge patch that changes `original` to `modified` (strategicpatch.CreateTwoWayMergeMapPatch).
 * Throws StrategicPatchError.
 */
export const createTwoWayMergePatch = (original: JsonObject, modified: JsonObject, schema: ObjectSchema): JsonObject =>
  diffMaps(original, modified, new PatchSchema(schema), false);

/** Returns the patch of an object. With `retainKeys`, the patch lists the keys that remain. */
function diffMaps(original: JsonObject, modified: JsonObject, schema: PatchSchema, retainKeys: boolean): OwnPatch {
  const patch: OwnPatch = {};
  for (const name of Object.keys(modified)) {
    const old = memberOf(original, name);
    const value = modified[name] ?? null;
    if (old === undefined) setMember(patch, name, value);
    else if (name === patchDirective) diffDirective(old, value, patch);
    else if (goType(old) !== goType(value)) setMember(patch, name, value);
    else diffMember(name, old, value, patch, schema);
  }
  for (const name of Object.keys(original)) if (!Object.hasOwn(modified, name)) setMember(patch, name, null);
  if (retainKeys) addRetainedKeys(original, modified, patch);
  return patch;
}

function diffDirective(old: JsonValue, value: JsonValue, patch: OwnPatch): void {
  if (typeof old !== "string" || typeof value !== "string")
    throw new StrategicPatchError(`invalid value for special key: ${patchDirective}`);
  if (old !== value) patch[patchDirective] = value;
}

/** Adds the difference of two values of the same type to the patch. */
function diffMember(name: string, old: JsonValue, value: JsonValue, patch: OwnPatch, schema: PatchSchema): void {
  if (isObject(old) && isObject(value)) return diffObjects(name, old, value, patch, schema);
  if (isList(old) && isList(value)) return diffListField(name, old, value, patch, schema);
  if (!deepEqual(old, value)) setMember(patch, name, value);
}

/** Looks up a field in the schema. An unknown field is not an error if its value is unchanged. */
function lookUp(old: JsonValue, value: JsonValue, find: () => FieldPatch): FieldPatch | undefined {
  try {
    return find();
  } catch (err) {
    if (err instanceof StrategicPatchError && deepEqual(old, value)) return undefined;
    throw err;
  }
}

function diffObjects(name: string, old: JsonObject, value: JsonObject, patch: OwnPatch, schema: PatchSchema): void {
  const field = lookUp(old, value, () => schema.struct(name));
  if (field === undefined) return;
  if (field.meta.strategy === "replace") return setMember(patch, name, value);
  const change = diffMaps(old, value, field.schema, field.meta.retainKeys);
  if (Object.keys(change).length > 0) setMember<JsonValue>(patch, name, change);
}

function diffListField(
  name: string,
  old: readonly JsonValue[],
  value: readonly JsonValue[],
  patch: OwnPatch,
  schema: PatchSchema,
): void {
  const field = lookUp(old, value, () => schema.slice(name));
  if (field === undefined) return;
  if (field.meta.strategy !== "merge") {
    if (!deepEqual(old, value)) setMember<JsonValue>(patch, name, value);
    return;
  }
  const { changes, deletions, order } = diffLists(old, value, field, diffMaps);
  if (changes.length > 0) setMember<JsonValue>(patch, name, changes);
  if (deletions.length > 0) patch[`${deleteFromPrimitiveListPrefix}/${name}`] = deletions;
  if (order.length > 0) patch[`${setElementOrderPrefix}/${name}`] = order;
}

function addRetainedKeys(original: JsonObject, modified: JsonObject, patch: OwnPatch): void {
  const retained = Object.keys(modified).filter((name) => modified[name] !== null);
  const clears = Object.keys(original).some((name) => original[name] !== null && !Object.hasOwn(modified, name));
  if (retained.length > 0 && (Object.keys(patch).length > 0 || clears))
    patch[retainKeysDirective] = sortScalars(retained);
}
