import { memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { call, eachInSteps, pausePoint, type Walk } from "../../../apimachinery/walk.ts";
import { isObject } from "../tree.ts";
import { asOwn, badArgumentType, noMergeKey, patchDirective, unknownPatchType, type OwnPatch } from "./directives.ts";
import { normalizeElementOrder } from "./element-order.ts";
import { hashKey, isPlain, sameInterface } from "./go-value.ts";
import { ItemIndex } from "./item-index.ts";
import { areMaps, elementType } from "./list-type.ts";
import type { FieldPatch, PatchLookup } from "./patch-schema.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";
import { withoutDuplicates } from "./without-duplicates.ts";

type Items = readonly JsonValue[];

/** Merges a patch into one object; used for list items. */
export type MergeObject = (original: JsonObject, patch: OwnPatch, schema: PatchLookup) => Walk<JsonObject>;

/** A list, the patch of it, and its field. */
export interface ListPair {
  readonly original: Items;
  readonly patch: Items;
  readonly field: FieldPatch;
}

export interface MergedList {
  readonly items: Items;
  /**
   * The original list as upstream's merge leaves it, whose order counts where the patch specifies one. Upstream deletes
   * in place, so that items that are new take the places of deleted ones at its end.
   */
  readonly serverOrder: Items;
}

/** Merges or replaces a list, depending on the patch strategy of the field (strategicpatch.mergeSliceHandler). */
export function* mergeListField(lists: ListPair, isDeleteList: boolean, mergeObject: MergeObject): Walk<MergedList> {
  return lists.field.meta.strategy === "merge" || isDeleteList
    ? yield* mergeList(lists, isDeleteList, mergeObject)
    : { items: lists.patch, serverOrder: lists.original };
}

function* mergeList(
  { original, patch, field: { schema, meta } }: ListPair,
  isDeleteList: boolean,
  mergeObject: MergeObject,
): Walk<MergedList> {
  const { mergeKey } = meta;
  if (original.length === 0 && patch.length === 0) return { items: original, serverOrder: original };
  const maps = areMaps(yield* elementType(original, patch));
  if (!maps && isDeleteList) return { items: yield* withoutValues(original, patch), serverOrder: original };
  const parts = maps
    ? yield* splitSpecial(original, patch, mergeKey, schema)
    : { original, patch, deletedInPlace: false };
  const merged = maps
    ? yield* mergeItems(parts.original, parts.patch, mergeKey, (found, item) => mergeObject(found, asOwn(item), schema))
    : yield* withoutDuplicates([...original, ...patch]);
  const { present, others } = yield* partition(merged, parts.patch, mergeKey);
  return {
    items: yield* normalizeElementOrder(present, others, parts.patch, parts.original, { maps, mergeKey }),
    serverOrder: parts.deletedInPlace ? merged.slice(0, original.length) : original,
  };
}

/** Splits merged items into those named by a list of the patch and those that only the server has. */
export function* partition(
  items: Items,
  by: Items,
  mergeKey: string,
): Walk<{ readonly present: Items; readonly others: Items }> {
  const isPresent = mergeKey === "" ? yield* presentByValue(by) : yield* presentByKey(by, mergeKey);
  const present: JsonValue[] = [];
  const others: JsonValue[] = [];
  yield* eachInSteps(items, (item) => void (isPresent(item) ? present : others).push(item));
  return { present, others };
}

function* presentByValue(by: Items): Walk<(item: JsonValue) => boolean> {
  const values = yield* keysOfValues(by);
  return (item) => values.has(hashKey(item));
}

/** Returns the texts that values are found by (`hashKey`). */
export function* keysOfValues(values: Items): Walk<ReadonlySet<string>> {
  const keys = new Set<string>();
  yield* eachInSteps(values, (value) => void keys.add(hashKey(value)));
  return keys;
}

function* presentByKey(by: Items, mergeKey: string): Walk<(item: JsonValue) => boolean> {
  const index = yield* ItemIndex.of([...by], mergeKey);
  return (item) => {
    if (!isObject(item)) throw badArgumentType("map[string]interface {}", item);
    const value = memberOf(item, mergeKey);
    if (value === undefined) throw noMergeKey(item, mergeKey);
    return index.find(value) >= 0;
  };
}

function* withoutValues(list: Items, remove: Items): Walk<Items> {
  const values = yield* keysOfValues(remove);
  return yield* filtered(list, (item) => !values.has(hashKey(item)));
}

function* filtered(list: Items, keeps: (item: JsonValue) => boolean): Walk<Items> {
  const kept: JsonValue[] = [];
  yield* eachInSteps(list, (item) => void (keeps(item) && kept.push(item)));
  return kept;
}

/** Applies the directives among the items of a patch and returns the remaining items of both lists. */
function* splitSpecial(
  original: Items,
  patch: Items,
  mergeKey: string,
  schema: PatchLookup,
): Walk<{ readonly original: Items; readonly patch: Items; readonly deletedInPlace: boolean }> {
  if (mergeKey === "") throw new StrategicPatchError(`cannot merge lists without merge key for ${schema.name}`);
  const plain: JsonValue[] = [];
  const deleted: JsonValue[] = [];
  let replaced = false;
  yield* eachInSteps(patch, (item) => {
    const directive = isObject(item) ? memberOf(item, patchDirective) : undefined;
    if (directive === undefined || !isObject(item)) plain.push(item);
    else if (directive === "delete") deleted.push(keyOf(item, mergeKey));
    else if (directive === "replace") replaced = true;
    else throw badItemDirective(directive, item);
  });
  if (replaced) return { original: plain, patch: [], deletedInPlace: false };
  return {
    original: yield* withoutItems(original, deleted, mergeKey),
    patch: plain,
    deletedInPlace: deleted.length > 0,
  };
}

const badItemDirective = (directive: JsonValue, item: JsonObject): StrategicPatchError =>
  directive === "merge"
    ? new StrategicPatchError("merging lists cannot yet be specified in the patch")
    : unknownPatchType(directive, item);

/** Returns the value of an item's merge key. Throws StrategicPatchError. */
function keyOf(item: JsonObject, mergeKey: string): JsonValue {
  const value = memberOf(item, mergeKey);
  if (value === undefined) throw noMergeKey(item, mergeKey);
  return value;
}

/** Returns the list without the items that have one of the keys. */
function* withoutItems(list: Items, keys: Items, mergeKey: string): Walk<Items> {
  if (keys.length === 0) return list;
  const plain = yield* keysOfValues(keys.filter(isPlain));
  const odd = keys.filter((key) => !isPlain(key));
  return yield* filtered(list, (item) => {
    const value = isObject(item) ? memberOf(item, mergeKey) : undefined;
    if (value === undefined) return true;
    return isPlain(value) ? !plain.has(hashKey(value)) : !odd.some((key) => sameInterface(value, key));
  });
}

/** Merges each item of the patch into the first item with the same key, or appends it. */
function* mergeItems(
  original: Items,
  patch: Items,
  mergeKey: string,
  merge: (original: JsonObject, item: JsonObject) => Walk<JsonObject>,
): Walk<Items> {
  const items = [...original];
  const index = yield* ItemIndex.of(items, mergeKey);
  for (const item of patch) {
    yield pausePoint;
    if (!isObject(item)) continue;
    const place = index.find(keyOf(item, mergeKey));
    const found = items[place];
    if (isObject(found)) index.replace(place, yield* call(merge(found, item)));
    else index.add(item);
  }
  return items;
}
