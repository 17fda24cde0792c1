import { expect, it } from "vitest";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import { Turns } from "./event-loop.ts";
import { sortedLong } from "./sort-long.ts";
import { inSlices, Work } from "./work.ts";

it.each([0, 1, 999, 1_000, 1_001, 4_500])(
  "%i items are sorted with pauses as at once, equal ones in their order",
  async (count) => {
    const random = createSeededRandom(count);
    const items = Array.from({ length: count }, (_, i) => ({ rank: random.int(300), i }));
    const compare = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank;
    const work = new Work(1_500);
    const owner = { work, turns: new Turns(), signal: new AbortController().signal, isLarge: true };
    expect(await inSlices(owner, () => sortedLong(items, compare))).toEqual(items.toSorted(compare));
    work.renew();
    expect(work.counts.done).toBeGreaterThanOrEqual(count > 1_000 ? count : 0);
  },
);
