import { expect, it } from "vitest";
import { greatestOf, leastOf, pushAll } from "./long-lists.ts";

const numbers = Array.from({ length: 1_000_000 }, (_, i) => i);

it("takes lists that do not fit on the call stack", () => {
  const list = [-1];
  pushAll(list, numbers);
  expect(list).toHaveLength(1_000_001);
  expect([greatestOf(numbers), leastOf(numbers)]).toEqual([999_999, 0]);
});

it("has a number for no numbers, as Math.max and Math.min", () => {
  expect([greatestOf([]), greatestOf([], 0), leastOf([]), leastOf([], 5)]).toEqual([-Infinity, 0, Infinity, 5]);
});
