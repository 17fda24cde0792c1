import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { memberOf, setMember } from "../../../apimachinery/json/members.ts";
import { pausePoint, type Walk } from "../../../apimachinery/walk.ts";
import { isList, isObject } from "../tree.ts";
import {
  badArgumentType,
  hasDirective,
  listOf,
  noMergeKey,
  patchDirective,
  removeDirectives,
  setElementOrderPrefix,
  type OwnPatch,
} from "./directives.ts";
import { normalizeElementOrder } from "./element-order.ts";
import { formatWalk, sameInterface } from "./go-value.ts";
import { areMaps, elementType } from "./list-type.ts";
import { mergeListField, partition, type MergedList, type MergeObject } from "./merge-list.ts";
import type { FieldPatch, PatchLookup } from "./patch-schema.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

type Items = readonly JsonValue[];

/**
 * Merges the lists for which the patch specifies an order, and removes them from the patch
 * (strategicpatch.mergePatchIntoOriginal). Throws StrategicPatchError.
 */
export function* mergeOrderedLists(
  result: { [name: string]: JsonValue },
  patch: OwnPatch,
  schema: PatchLookup,
  mergeObject: MergeObject,
): Walk<void> {
  for (const key of Object.keys(patch)) {
    if (key.startsWith(setElementOrderPrefix))
      yield* mergeOrderedList(result, patch, key, (name) => schema.slice(name), mergeObject);
  }
}

function* mergeOrderedList(
  result: { [name: string]: JsonValue },
  patch: OwnPatch,
  key: string,
  lookUp: (name: string) => FieldPatch,
  mergeObject: MergeObject,
): Walk<void> {
  const order = asList(patch[key] ?? null);
  delete patch[key];
  const name = listOf(key, setElementOrderPrefix);
  const original = asListIfAny(memberOf(result, name));
  const changes = asListIfAny(memberOf(patch, name));
  const field = lookUp(name);
  yield* requireOrder(changes ?? [], order, field.meta.mergeKey);
  const merged = yield* mergeEither(original, changes, field, mergeObject);
  if (merged === undefined) return;
  const { present, others } = yield* partition(merged.items, order, field.meta.mergeKey);
  const identity = { maps: areMaps(yield* elementType(original ?? [], changes ?? [])), mergeKey: field.meta.mergeKey };
  setMember(result, name, yield* normalizeElementOrder(present, others, order, merged.serverOrder, identity));
  delete patch[name];
}

function* mergeEither(
  original: Items | undefined,
  changes: Items | undefined,
  field: FieldPatch,
  mergeObject: MergeObject,
): Walk<MergedList | undefined> {
  if (changes === undefined) return original && { items: original, serverOrder: original };
  if (original !== undefined) return yield* mergeListField({ original, patch: changes, field }, false, mergeObject);
  return { items: asList((yield* removeDirectives(changes)) ?? []), serverOrder: [] };
}

function asList(value: JsonValue): Items {
  if (!isList(value)) throw badArgumentType("[]interface {}", value);
  return value;
}

const asListIfAny = (value: JsonValue | undefined): Items | undefined =>
  value === undefined ? undefined : asList(value);

/**
 * Checks that the items of the patch are in the order that the patch specifies
 * (strategicpatch.validatePatchWithSetOrderList).
 */
function* requireOrder(items: Items, order: Items, mergeKey: string): Walk<void> {
  if (order.length === 0 || items.length === 0) return;
  const kept = mergeKey === "" ? items : withoutDeleted(items);
  let [i, at] = [0, 0];
  while (i < kept.length && at < order.length) {
    if (at % comparedInStep === 0) yield pausePoint;
    if (hasDirective(kept[i])) i++;
    else if (sameItem(kept[i] ?? null, order[at++] ?? null, mergeKey)) i++;
  }
  if (i < kept.length && at >= order.length) throw yield* wrongOrder(items, order);
}

/** The items of an order that are compared in one step. */
const comparedInStep = 4;

function* wrongOrder(items: Items, order: Items): Walk<StrategicPatchError> {
  const [found, wanted] = [yield* formatWalk(items), yield* formatWalk(order)];
  return new StrategicPatchError(
    `The order in patch list:\n${found}\n doesn't match ${setElementOrderPrefix} list:\n${wanted}\n`,
  );
}

function withoutDeleted(items: Items): Items {
  return items.filter((item) => {
    if (!isObject(item)) throw badArgumentType("map[string]interface {}", item);
    return memberOf(item, patchDirective) !== "delete";
  });
}

/**
 * Reports whether two items have the same merge key, or are equal if there is none (strategicpatch.mergeKeyValueEqual).
 * Throws StrategicPatchError.
 */
export function sameItem(a: JsonValue, b: JsonValue, mergeKey: string): boolean {
  if (mergeKey === "") return sameInterface(a, b);
  if (!isObject(a)) throw badArgumentType("map[string]interface {}", a);
  if (!isObject(b)) throw badArgumentType("map[string]interface {}", b);
  const left = memberOf(a, mergeKey);
  const right = memberOf(b, mergeKey);
  if (left === undefined) throw noMergeKey(a, mergeKey);
  if (right === undefined) throw noMergeKey(b, mergeKey);
  return sameInterface(left, right);
}
