import { memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { eachInSteps, pausePoint, type Walk } from "../../../apimachinery/walk.ts";
import { isObject } from "../tree.ts";
import { badArgumentType, noMergeKey, patchDirective } from "./directives.ts";
import { hashKey, isPlain, sameInterface } from "./go-value.ts";
import { stableSort } from "./stable-sort.ts";

type Items = readonly JsonValue[];

/** How list items are identified: objects by their merge key, scalars by their value. */
export interface Identity {
  readonly maps: boolean;
  readonly mergeKey: string;
}

/**
 * Sorts the patched and the server-only items by their own order, then merges them. The order of each part is kept, and
 * that of `serverOrder` as far as possible (strategicpatch.normalizeElementOrder).
 */
export function* normalizeElementOrder(
  patch: Items,
  serverOnly: Items,
  patchOrder: Items,
  serverOrder: Items,
  identity: Identity,
): Walk<Items> {
  const right = yield* sortByOrder(patch, patchOrder, identity);
  const left = yield* sortByOrder(serverOnly, serverOrder, identity);
  return yield* interleave(left, right, yield* Order.of(serverOrder, identity));
}

/** Sorts items by `order`, with the items to delete at the end (strategicpatch.normalizeSliceOrder). */
export function* sortByOrder(items: Items, order: Items, identity: Identity): Walk<Items> {
  if (identity.maps)
    for (const list of [items, order])
      yield* eachInSteps(list, (item) => void requireMergeKey(item, identity.mergeKey));
  const kept = items.filter((item) => !isDeleted(item, identity));
  const deleted = items.filter((item) => isDeleted(item, identity));
  return [...(yield* sortStable(kept, order, identity)), ...deleted];
}

const isDeleted = (item: JsonValue, { maps }: Identity): boolean =>
  maps && isObject(item) && memberOf(item, patchDirective) === "delete";

/** Returns an item as an object with its merge key. Throws StrategicPatchError. */
export function requireMergeKey(item: JsonValue, mergeKey: string): JsonObject {
  if (!isObject(item)) throw badArgumentType("map[string]interface {}", item);
  if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey);
  return item;
}

/** Looks up positions in a list by identity. */
class Order {
  readonly #values: Items;
  readonly #identity: Identity;
  readonly #places = new Map<string, number>();

  private constructor(list: Items, identity: Identity) {
    this.#identity = identity;
    this.#values = list.map((item) => valueOf(item, identity));
  }

  static *of(list: Items, identity: Identity): Walk<Order> {
    const order = new Order(list, identity);
    yield* eachInSteps(order.#values, (value, place) => {
      if (!isPlain(value)) return;
      const key = hashKey(value);
      if (!order.#places.has(key)) order.#places.set(key, place);
    });
    return order;
  }

  /** Returns the position of an item, or -1 if it is not in the list. */
  placeOf(item: JsonValue): number {
    const value = valueOf(item, this.#identity);
    if (!isPlain(value)) return this.#values.findIndex((other) => sameInterface(value, other));
    return this.#places.get(hashKey(value)) ?? -1;
  }
}

const valueOf = (item: JsonValue, { maps, mergeKey }: Identity): JsonValue =>
  maps ? ((isObject(item) ? memberOf(item, mergeKey) : null) ?? null) : item;

/**
 * Sorts items by their positions. As upstream, items without one compare as before all others, which is no order. A
 * single item is not compared, which panics for a merge key that is a map or a list.
 */
function* sortStable(items: Items, list: Items, identity: Identity): Walk<Items> {
  if (items.length < 2) return items;
  const order = yield* Order.of(list, identity);
  const placed: { readonly item: JsonValue; readonly place: number }[] = [];
  yield* eachInSteps(items, (item) => void placed.push({ item, place: order.placeOf(item) }));
  const sorted = yield* stableSort(placed, (a, b) => a.place < 0 || b.place < 0 || a.place < b.place);
  return sorted.map(({ item }) => item);
}

/** Merges two lists. An item of the left list comes first only if the order contains both items and has it first. */
function* interleave(left: Items, right: Items, order: Order): Walk<Items> {
  const merged: JsonValue[] = [];
  let i = 0;
  for (const item of right) {
    yield pausePoint;
    const place = i < left.length ? order.placeOf(item) : -1;
    for (; i < left.length && precedes(order.placeOf(left[i] ?? null), place); i++) {
      merged.push(left[i] ?? null);
      yield pausePoint;
    }
    merged.push(item);
  }
  return [...merged, ...left.slice(i)];
}

const precedes = (left: number, right: number): boolean => left >= 0 && right >= 0 && left < right;
