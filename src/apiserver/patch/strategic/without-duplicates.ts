import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { call, eachInSteps, pausePoint, type Walk } from "../../../apimachinery/walk.ts";
import { sortWalk } from "../../../component-base/sort-long.ts";
import { hashKey } from "./go-value.ts";

/** The positions of each value that is repeated. */
type Places = ReadonlyMap<string, Set<number>>;

/**
 * Removes duplicate scalars. Each repeated item is replaced by the last item of the list
 * (strategicpatch.deduplicateScalars): `a a b c` becomes `a c b`.
 */
export function* withoutDuplicates(list: readonly JsonValue[]): Walk<readonly JsonValue[]> {
  const places = yield* placesOfRepeated(list);
  if (places.size === 0) return list;
  const items = [...list];
  for (let i = 0; i < items.length; i++) {
    yield pausePoint;
    const same = places.get(hashKey(items[i] ?? null));
    if (same !== undefined && same.size > 1) yield* call(removeRepeats(items, i, same, places));
  }
  return items;
}

function* placesOfRepeated(list: readonly JsonValue[]): Walk<Places> {
  const seen = new Set<string>();
  const places = new Map<string, Set<number>>();
  yield* eachInSteps(list, (item) => {
    const key = hashKey(item);
    if (seen.has(key)) places.set(key, places.get(key) ?? new Set());
    else seen.add(key);
  });
  if (places.size > 0) yield* eachInSteps(list, (item, i) => void places.get(hashKey(item))?.add(i));
  return places;
}

function* removeRepeats(items: JsonValue[], first: number, same: Set<number>, places: Places): Walk<void> {
  const later = [...same].filter((place) => place > first);
  const repeats = yield* call(sortWalk(later, (a, b) => a - b));
  yield* eachInSteps(repeats, (place) => {
    while (same.has(place)) fillFromEnd(items, place, same, places);
  });
}

function fillFromEnd(items: JsonValue[], place: number, same: Set<number>, places: Places): void {
  const moved = items.pop() ?? null;
  const end = items.length;
  if (place === end) {
    same.delete(place);
    return;
  }
  items[place] = moved;
  const others = places.get(hashKey(moved));
  others?.delete(end);
  if (others === same) return;
  same.delete(place);
  others?.add(place);
}
