import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { memberOf, setMember } from "../../../apimachinery/json/members.ts";
import { isList, isObject } from "../tree.ts";
import {
  asOwn,
  deleteFromPrimitiveListPrefix,
  discardNulls,
  listOf,
  patchDirective,
  removeDirectives,
  unknownPatchType,
  type OwnPatch,
  retainKeysDirective,
  setElementOrderPrefix,
} from "./directives.ts";
import { goType, hashKey } from "./go-value.ts";
import { mergeListField } from "./merge-list.ts";
import { mergeOrderedLists } from "./merge-ordered-lists.ts";
import type { PatchLookup } from "./patch-schema.ts";
import { badRetainKeysFormat } from "./strategic-patch-error.ts";

/**
 * Removes the members that `$retainKeys` does not list. Every member that the patch sets must be listed. Throws
 * StrategicPatchError.
 */
function applyRetainKeys(result: { [name: string]: JsonValue }, patch: OwnPatch): void {
  const list = memberOf(patch, retainKeysDirective);
  if (list === undefined) return;
  delete patch[retainKeysDirective];
  if (!isList(list)) throw badRetainKeysFormat();
  const retained = new Set(list.map(hashKey));
  const isRetained = (name: string): boolean => retained.has(hashKey(name));
  if (Object.keys(patch).some((name) => sets(patch, name) && !isRetained(name))) throw badRetainKeysFormat();
  for (const name of Object.keys(result)) if (!isRetained(name)) delete result[name];
}

const sets = (patch: OwnPatch, name: string): boolean =>
  patch[name] !== null && !name.startsWith(deleteFromPrimitiveListPrefix) && !name.startsWith(setElementOrderPrefix);

/** The result of a merge in progress, which may be modified. */
export type OwnResult = { [name: string]: JsonValue };

/**
 * Merges a patch into an object (strategicpatch.mergeMap). The original is not changed; the patch is consumed. Throws
 * StrategicPatchError.
 */
export function mergeMap(original: JsonObject, patch: OwnPatch, schema: PatchLookup): JsonObject {
  const directive = memberOf(patch, patchDirective);
  if (directive !== undefined) return replaced(directive, patch);
  const result: OwnResult = { ...original };
  applyRetainKeys(result, patch);
  mergeOrderedLists(result, patch, schema, mergeMap);
  for (const name of Object.keys(patch)) mergeMember(result, name, patch[name] ?? null, schema);
  return result;
}

function replaced(directive: JsonValue, patch: OwnPatch): JsonObject {
  if (directive === "delete") return {};
  if (directive !== "replace") throw unknownPatchType(directive, patch);
  delete patch[patchDirective];
  return patch;
}

function mergeMember(result: OwnResult, key: string, value: JsonValue, schema: PatchLookup): void {
  const isDeleteList = key.startsWith(deleteFromPrimitiveListPrefix);
  const name = (isDeleteList ? listOf(key, deleteFromPrimitiveListPrefix) : "") || key;
  if (value === null) {
    delete result[name];
    return;
  }
  const old = memberOf(result, name);
  if (old !== undefined && goType(old) === goType(value))
    setMember(result, name, mergeSame(old, value, name, schema, isDeleteList));
  else if (!isDeleteList) setNew(result, name, value);
}

function setNew(result: OwnResult, name: string, value: JsonValue): void {
  discardNulls(value);
  const kept = removeDirectives(value);
  if (kept === undefined) delete result[name];
  else setMember(result, name, kept);
}

/** Merges two values of the same type. */
function mergeSame(
  old: JsonValue,
  value: JsonValue,
  name: string,
  schema: PatchLookup,
  isDeleteList: boolean,
): JsonValue {
  if (isList(old) && isList(value))
    return mergeListField({ original: old, patch: value, field: schema.slice(name) }, isDeleteList, mergeMap).items;
  if (!isObject(old) || !isObject(value)) return value;
  const field = schema.struct(name);
  return field.meta.strategy === "replace" ? value : mergeMap(old, asOwn(value), field.schema);
}
