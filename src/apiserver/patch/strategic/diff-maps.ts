import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { memberOf, setMember } from "../../../apimachinery/json/members.ts";
import { isList, isObject } from "../tree.ts";
import {
  deleteFromPrimitiveListPrefix,
  patchDirective,
  retainKeysDirective,
  setElementOrderPrefix,
  type OwnPatch,
} from "./directives.ts";
import { diffLists, type DiffOptions } from "./diff-lists.ts";
import { deepEqual, goType } from "./go-value.ts";
import { sortScalars } from "./sort-by-text.ts";
import type { FieldPatch, PatchLookup } from "./patch-schema.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

/**
 * Returns the patch that changes one object to another (strategicpatch.diffMaps). With `retainKeys`, it lists the keys
 * that remain. Throws StrategicPatchError.
 */
export function diffMaps(
  original: JsonObject,
  modified: JsonObject,
  schema: PatchLookup,
  options: DiffOptions = {},
  retainKeys = false,
): OwnPatch {
  const patch: OwnPatch = {};
  for (const name of Object.keys(modified)) {
    const old = memberOf(original, name);
    const value = modified[name] ?? null;
    if (old !== undefined && name === patchDirective) diffDirective(old, value, patch);
    else if (old !== undefined && goType(old) === goType(value))
      diffMember(name, old, value, { patch, schema, options });
    else if (options.ignoreChanges !== true) setMember(patch, name, value);
  }
  if (options.ignoreDeletions !== true)
    for (const name of Object.keys(original)) if (!Object.hasOwn(modified, name)) setMember(patch, name, null);
  if (retainKeys) addRetainedKeys(original, modified, patch);
  return patch;
}

function diffDirective(old: JsonValue, value: JsonValue, patch: OwnPatch): void {
  if (typeof old !== "string" || typeof value !== "string")
    throw new StrategicPatchError(`invalid value for special key: ${patchDirective}`);
  if (old !== value) patch[patchDirective] = value;
}

/** The patch that a member's difference is added to. */
interface Place {
  readonly patch: OwnPatch;
  readonly schema: PatchLookup;
  readonly options: DiffOptions;
}

/** Adds the difference of two values of the same type to the patch. */
function diffMember(name: string, old: JsonValue, value: JsonValue, place: Place): void {
  if (isObject(old) && isObject(value)) return diffObjects(name, old, value, place);
  if (isList(old) && isList(value)) return diffListField(name, old, value, place);
  replaceIfChanged(name, old, value, place);
}

function replaceIfChanged(name: string, old: JsonValue, value: JsonValue, { patch, options }: Place): void {
  if (options.ignoreChanges !== true && !deepEqual(old, value)) setMember(patch, name, value);
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

function diffObjects(name: string, old: JsonObject, value: JsonObject, { patch, schema, options }: Place): void {
  const field = lookUp(old, value, () => schema.struct(name));
  if (field === undefined) return;
  if (field.meta.strategy === "replace") {
    if (options.ignoreChanges !== true) setMember(patch, name, value);
    return;
  }
  const change = diffMaps(old, value, field.schema, options, field.meta.retainKeys);
  if (Object.keys(change).length > 0) setMember<JsonValue>(patch, name, change);
}

function diffListField(name: string, old: readonly JsonValue[], value: readonly JsonValue[], place: Place): void {
  const { patch, schema, options } = place;
  const field = lookUp(old, value, () => schema.slice(name));
  if (field === undefined) return;
  if (field.meta.strategy !== "merge") return replaceIfChanged(name, old, value, place);
  const { changes, deletions, order } = diffLists(old, value, field, options, diffMaps);
  if (changes.length > 0) setMember<JsonValue>(patch, name, changes);
  if (deletions.length > 0) patch[`${deleteFromPrimitiveListPrefix}/${name}`] = deletions;
  if (order.length > 0 && options.ignoreOrder !== true) patch[`${setElementOrderPrefix}/${name}`] = order;
}

function addRetainedKeys(original: JsonObject, modified: JsonObject, patch: OwnPatch): void {
  const retained = Object.keys(modified).filter((name) => modified[name] !== null);
  const clears = Object.keys(original).some((name) => original[name] !== null && !Object.hasOwn(modified, name));
  if (retained.length > 0 && (Object.keys(patch).length > 0 || clears))
    patch[retainKeysDirective] = sortScalars(retained);
}
