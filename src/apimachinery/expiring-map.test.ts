import { expect, test } from "vitest";
import { ExpiringMap } from "./expiring-map.ts";

test("values are forgotten after their time, and nothing is kept for no time", () => {
  let now = 1000;
  const map = new ExpiringMap<string, number>(10, () => now);
  map.set("a", 1, 50);
  map.set("b", 2, 100);
  map.set("c", 3, 0);
  expect(["a", "b", "c"].map((key) => map.get(key))).toEqual([1, 2, undefined]);
  now = 1050;
  expect(["a", "b", "c"].map((key) => map.get(key))).toEqual([undefined, 2, undefined]);
});

test("there are at most so many values", () => {
  const map = new ExpiringMap<string, number>(2, () => 0);
  for (const [i, key] of ["a", "b", "c"].entries()) map.set(key, i, 10);
  expect(["a", "b", "c"].filter((key) => map.get(key) !== undefined)).toEqual(["c"]);
});
