import { expect, test } from "vitest";
import { Double, type JsonValue } from "../../../apimachinery/json/value.ts";
import { inSlices, Work } from "../../../component-base/work.ts";
import { Turns } from "../../../component-base/event-loop.ts";
import { deepEqual, deepEqualLong } from "./deep-equal.ts";

/** Turns that come at once. */
class InstantTurns extends Turns {
  override next(): Promise<void> {
    return Promise.resolve();
  }
}

const { signal } = new AbortController();

const values: readonly (JsonValue | undefined)[] = [
  undefined,
  null,
  true,
  1,
  new Double(1),
  new Double(2),
  "1",
  [],
  [1, 2, 3, 4, 5],
  [1, 2, 3, 4, new Double(5)],
  {},
  { 0: 1 },
  { a: 1, b: [{ c: null }] },
  { b: [{ c: null }], a: 1 },
  { a: 1, b: [{ d: null }] },
  { a: [{}], b: {}, c: "d", d: "e", e: "f" },
  { a: [{}], b: {}, c: "d", d: "e", e: "g" },
];

test("values are compared in slices as at once", async () => {
  for (const a of values)
    for (const b of values) {
      const owner = { work: new Work(3), turns: new InstantTurns(), signal, isLarge: true };
      expect([a, b, await inSlices(owner, () => deepEqualLong(a, b))]).toEqual([a, b, deepEqual(a, b)]);
      expect(deepEqualLong(a, b)).toBe(deepEqual(a, b));
    }
});
