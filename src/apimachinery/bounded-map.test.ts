import { expect, it } from "vitest";
import { BoundedMap } from "./bounded-map.ts";

it("holds as many entries as it may, and begins anew with one more", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3);
  expect([...map]).toEqual([
    ["a", 3],
    ["b", 2],
  ]);
  map.set("c", 4);
  expect([...map]).toEqual([["c", 4]]);
});
