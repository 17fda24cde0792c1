import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { memberOf, setMember } from "../../../apimachinery/json/members.ts";
import { call, eachInSteps, pausePoint, type Walk } from "../../../apimachinery/walk.ts";
import { rememberedKeysOf } from "../../../component-base/long-map-keys.ts";
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
import { keysOfValues, mergeListField } from "./merge-list.ts";
import { mergeOrderedLists } from "./merge-ordered-lists.ts";
import type { PatchLookup } from "./patch-schema.ts";
import { badRetainKeysFormat } from "./strategic-patch-error.ts";

/** The result of a merge in progress, which may be modified. */
export type OwnResult = { [name: string]: JsonValue };

/**
 * Removes the members that `$retainKeys` does not list. Every member that the patch sets must be listed. Throws
 * StrategicPatchError.
 */
function* applyRetainKeys(result: OwnResult, patch: OwnPatch): Walk<void> {
  const list = memberOf(patch, retainKeysDirective);
  if (list === undefined) return;
  delete patch[retainKeysDirective];
  if (!isList(list)) throw badRetainKeysFormat();
  const retained = yield* keysOfValues(list);
  const isRetained = (name: string): boolean => retained.has(hashKey(name));
  yield* eachInSteps(Object.keys(patch), (name) => {
    if (sets(patch, name) && !isRetained(name)) throw badRetainKeysFormat();
  });
  yield* eachInSteps(Object.keys(result), (name) => {
    if (!isRetained(name)) delete result[name];
  });
}

const sets = (patch: OwnPatch, name: string): boolean =>
  patch[name] !== null && !name.startsWith(deleteFromPrimitiveListPrefix) && !name.startsWith(setElementOrderPrefix);

/**
 * Merges a patch into an object (strategicpatch.mergeMap). The original is not changed; the patch is consumed. Throws
 * StrategicPatchError.
 */
export function* mergeMap(original: JsonObject, patch: OwnPatch, schema: PatchLookup): Walk<JsonObject> {
  const directive = memberOf(patch, patchDirective);
  if (directive !== undefined) return replaced(directive, patch);
  const result = yield* copied(original);
  yield* applyRetainKeys(result, patch);
  yield* mergeOrderedLists(result, patch, schema, mergeMap);
  for (const [i, name] of Object.keys(patch).entries()) {
    if (i % membersOfStep === 0) yield pausePoint;
    yield* mergeMember(result, name, patch[name] ?? null, schema);
  }
  return result;
}

/** The members that are merged in one step. */
const membersOfStep = 8;
/** Copies of maps with more members are made in steps. */
const manyMembers = 1_000;

function* copied(object: JsonObject): Walk<OwnResult> {
  const names = rememberedKeysOf(object);
  if (names.length <= manyMembers) return { ...object };
  const copy: OwnResult = {};
  yield* eachInSteps(names, (name) => setMember(copy, name, object[name] ?? null));
  return copy;
}

function replaced(directive: JsonValue, patch: OwnPatch): JsonObject {
  if (directive === "delete") return {};
  if (directive !== "replace") throw unknownPatchType(directive, patch);
  delete patch[patchDirective];
  return patch;
}

function* mergeMember(result: OwnResult, key: string, value: JsonValue, schema: PatchLookup): Walk<void> {
  const isDeleteList = key.startsWith(deleteFromPrimitiveListPrefix);
  const name = (isDeleteList ? listOf(key, deleteFromPrimitiveListPrefix) : "") || key;
  if (value === null) {
    delete result[name];
    return;
  }
  const old = memberOf(result, name);
  if (old !== undefined && goType(old) === goType(value))
    setMember(result, name, yield* mergeSame(old, value, name, schema, isDeleteList));
  else if (!isDeleteList) yield* setNew(result, name, value);
}

function* setNew(result: OwnResult, name: string, value: JsonValue): Walk<void> {
  yield* discardNulls(value);
  const kept = yield* removeDirectives(value);
  if (kept === undefined) delete result[name];
  else setMember(result, name, kept);
}

/** Merges two values of the same type. */
function* mergeSame(
  old: JsonValue,
  value: JsonValue,
  name: string,
  schema: PatchLookup,
  isDeleteList: boolean,
): Walk<JsonValue> {
  if (isList(old) && isList(value)) {
    const lists = { original: old, patch: value, field: schema.slice(name) };
    return (yield* mergeListField(lists, isDeleteList, mergeMap)).items;
  }
  if (!isObject(old) || !isObject(value)) return value;
  const field = schema.struct(name);
  return field.meta.strategy === "replace" ? value : yield* call(mergeMap(old, asOwn(value), field.schema));
}
