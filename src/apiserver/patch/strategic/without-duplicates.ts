import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { hashKey } from "./go-value.ts";

/**
 * Removes duplicate scalars. Each repeated item is replaced by the last item of the list
 * (strategicpatch.deduplicateScalars): `a a b c` becomes `a c b`.
 */
export function withoutDuplicates(list: readonly JsonValue[]): readonly JsonValue[] {
  const places = placesOf(list);
  if (places.size === list.length) return list;
  const items = [...list];
  for (let i = 0; i < items.length; i++) {
    const same = places.get(hashKey(items[i] ?? null));
    if (same !== undefined && same.size > 1) removeRepeats(items, i, same, places);
  }
  return items;
}

/** Returns the positions of each value. */
function placesOf(list: readonly JsonValue[]): Map<string, Set<number>> {
  const places = new Map<string, Set<number>>();
  list.forEach((item, i) => {
    const key = hashKey(item);
    const known = places.get(key);
    if (known === undefined) places.set(key, new Set([i]));
    else known.add(i);
  });
  return places;
}

function removeRepeats(
  items: JsonValue[],
  first: number,
  same: Set<number>,
  places: ReadonlyMap<string, Set<number>>,
): void {
  const repeats = [...same].filter((place) => place > first).sort((a, b) => a - b);
  for (const place of repeats) while (same.has(place)) fillFromEnd(items, place, same, places);
}

function fillFromEnd(
  items: JsonValue[],
  place: number,
  same: Set<number>,
  places: ReadonlyMap<string, Set<number>>,
): void {
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
