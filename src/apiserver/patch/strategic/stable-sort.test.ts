import { expect, test } from "vitest";
import { runWalk } from "../../../apimachinery/walk.ts";
import { stableSort } from "./stable-sort.ts";

/** The generator and the hash of the Go program that made the records. */
function createRandom() {
  let seed = 1;
  return (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 8) % below;
  };
}

const hash = (ids: readonly number[]): number =>
  ids.reduce((sum, id) => Math.imul(sum ^ id, 16777619) >>> 0, 2166136261);

// Lists of items with places, some of them without (-1), which are less than all others: no order. The records are
// hashes of what sort.SliceStable of Go 1.24 makes of them, and depend on every comparison.
// oxfmt-ignore
const records: readonly (readonly [length: number, hashes: readonly number[]])[] = [
  [2, [276207162, 3950255460, 3950255460, 3950255460]],
  [5, [450080351, 2115874525, 3228144489, 2864633039]],
  [20, [2298806617, 943325165, 2839517271, 3231257305]],
  [21, [3192807569, 618805327, 2647905553, 2758456559]],
  [40, [3142254579, 3637665583, 4040965875, 2892798933]],
  [41, [64349677, 1516322745, 263901001, 993971375]],
  [73, [3373487713, 3149044637, 2257195955, 3599885487]],
  [100, [412778167, 2257686329, 1435443473, 342685881]],
];

test("sorts as Go does, also where the comparison is no order", () => {
  const random = createRandom();
  for (const [length, hashes] of records) {
    const found = [0, 2, 5, 1000].map((missing) => {
      const items = Array.from({ length }, (_, id) => {
        const place = random(length);
        return { id, place: missing === 1000 || (missing > 0 && random(missing) === 0) ? -1 : place };
      });
      const isLess = (a: { place: number }, b: { place: number }): boolean =>
        a.place < 0 || b.place < 0 || a.place < b.place;
      return hash(runWalk(stableSort(items, isLess)).map(({ id }) => id));
    });
    expect([length, found]).toEqual([length, hashes]);
  }
});

test("compares few times, however long the list is", () => {
  let compared = 0;
  const length = 20_000;
  runWalk(
    stableSort(
      Array.from({ length }, (_, i) => i),
      () => (compared++, true),
    ),
  );
  expect(compared).toBeLessThan(length * 50);
});
