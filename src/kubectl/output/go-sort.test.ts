import { expect, test } from "vitest";
import { goSort } from "./go-sort.ts";

/** Keys by a linear congruence, and their places: the same as those of the recorded runs of Go's sort.Sort. */
function pairs(count: number, keys: number): readonly (readonly [key: number, place: number])[] {
  let state = (count * 31 + keys) >>> 0;
  return Array.from({ length: count }, (_, place) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return [(state >>> 16) % keys, place];
  });
}

const placesHash = (places: readonly number[]): number =>
  places.reduce((hash, place) => (Math.imul(hash, 31) + place) >>> 0, 0);

test.each([
  { count: 5, keys: 3, hash: 1936450 },
  { count: 12, keys: 2, hash: 3181645088 },
  { count: 13, keys: 2, hash: 368273750 },
  { count: 49, keys: 7, hash: 152088432 },
  { count: 70, keys: 3, hash: 2454593345 },
  { count: 200, keys: 7, hash: 3964901970 },
  { count: 1000, keys: 2, hash: 2201880764 },
  { count: 1000, keys: 1000, hash: 3475264686 },
])("$count values of $keys keys stand in the order of Go", ({ count, keys, hash }) => {
  const sorted = goSort(pairs(count, keys), ([a], [b]) => a < b);
  expect(sorted.map(([key]) => key)).toEqual(sorted.map(([key]) => key).toSorted((a, b) => a - b));
  expect(placesHash(sorted.map(([, place]) => place))).toBe(hash);
});
