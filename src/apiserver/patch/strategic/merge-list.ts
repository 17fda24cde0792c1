import { memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
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
export type MergeObject = (original: JsonObject, patch: OwnPatch, schema: PatchLookup) => JsonObject;

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
export function mergeListField(lists: ListPair, isDeleteList: boolean, mergeObject: MergeObject): MergedList {
  return lists.field.meta.strategy === "merge" || isDeleteList
    ? mergeList(lists, isDeleteList, mergeObject)
    : { items: lists.patch, serverOrder: lists.original };
}

function mergeList(
  { original, patch, field: { schema, meta } }: ListPair,
  isDeleteList: boolean,
  mergeObject: MergeObject,
): MergedList {
  const { mergeKey } = meta;
  if (original.length === 0 && patch.length === 0) return { items: original, serverOrder: original };
  const maps = areMaps(elementType(original, patch));
  if (!maps && isDeleteList) return { items: withoutValues(original, patch), serverOrder: original };
  const parts = maps ? splitSpecial(original, patch, mergeKey, schema) : { original, patch, deletedInPlace: false };
  const merged = maps
    ? mergeItems(parts.original, parts.patch, mergeKey, (found, item) => mergeObject(found, asOwn(item), schema))
    : withoutDuplicates([...original, ...patch]);
  const { present, others } = partition(merged, parts.patch, mergeKey);
  return {
    items: normalizeElementOrder(present, others, parts.patch, parts.original, { maps, mergeKey }),
    serverOrder: parts.deletedInPlace ? merged.slice(0, original.length) : original,
  };
}

/** Splits merged items into those named by a list of the patch and those that only the server has. */
export function partition(
  items: Items,
  by: Items,
  mergeKey: string,
): { readonly present: Items; readonly others: Items } {
  const isPresent = mergeKey === "" ? presentByValue(by) : presentByKey(by, mergeKey);
  const present: JsonValue[] = [];
  const others: JsonValue[] = [];
  for (const item of items) (isPresent(item) ? present : others).push(item);
  return { present, others };
}

function presentByValue(by: Items): (item: JsonValue) => boolean {
  const values = new Set(by.map(hashKey));
  return (item) => values.has(hashKey(item));
}

function presentByKey(by: Items, mergeKey: string): (item: JsonValue) => boolean {
  const index = new ItemIndex([...by], mergeKey);
  return (item) => {
    if (!isObject(item)) throw badArgumentType("map[string]interface {}", item);
    const value = memberOf(item, mergeKey);
    if (value === undefined) throw noMergeKey(item, mergeKey);
    return index.find(value) >= 0;
  };
}

function withoutValues(list: Items, remove: Items): Items {
  const values = new Set(remove.map(hashKey));
  return list.filter((item) => !values.has(hashKey(item)));
}

/** Applies the directives among the items of a patch and returns the remaining items of both lists. */
function splitSpecial(
  original: Items,
  patch: Items,
  mergeKey: string,
  schema: PatchLookup,
): { readonly original: Items; readonly patch: Items; readonly deletedInPlace: boolean } {
  if (mergeKey === "") throw new StrategicPatchError(`cannot merge lists without merge key for ${schema.name}`);
  const plain: JsonValue[] = [];
  const deleted: JsonValue[] = [];
  let replaced = false;
  for (const item of patch) {
    const directive = isObject(item) ? memberOf(item, patchDirective) : undefined;
    if (directive === undefined || !isObject(item)) plain.push(item);
    else if (directive === "delete") deleted.push(keyOf(item, mergeKey));
    else if (directive === "replace") replaced = true;
    else throw badItemDirective(directive, item);
  }
  if (replaced) return { original: plain, patch: [], deletedInPlace: false };
  return { original: withoutItems(original, deleted, mergeKey), patch: plain, deletedInPlace: deleted.length > 0 };
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
function withoutItems(list: Items, keys: Items, mergeKey: string): Items {
  if (keys.length === 0) return list;
  const plain = new Set(keys.filter(isPlain).map(hashKey));
  const odd = keys.filter((key) => !isPlain(key));
  return list.filter((item) => {
    const value = isObject(item) ? memberOf(item, mergeKey) : undefined;
    return (
      value === undefined ||
      !((isPlain(value) && plain.has(hashKey(value))) || odd.some((key) => sameInterface(value, key)))
    );
  });
}

/** Merges each item of the patch into the first item with the same key, or appends it. */
function mergeItems(
  original: Items,
  patch: Items,
  mergeKey: string,
  merge: (original: JsonObject, item: JsonObject) => JsonObject,
): Items {
  const items = [...original];
  let index = new ItemIndex(items, mergeKey);
  for (const item of patch) {
    if (!isObject(item)) continue;
    const place = index.find(keyOf(item, mergeKey));
    const found = items[place];
    if (isObject(found)) {
      items[place] = merge(found, item);
      if (!hasSameKey(found, items[place] ?? null, mergeKey)) index = new ItemIndex(items, mergeKey);
    } else index.add(item);
  }
  return items;
}

/** Reports whether an item still has its key after a merge, since a patch can remove it. */
const hasSameKey = (before: JsonObject, after: JsonValue, mergeKey: string): boolean =>
  isObject(after) && memberOf(before, mergeKey) === memberOf(after, mergeKey);
