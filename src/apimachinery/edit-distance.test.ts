import { expect, test } from "vitest";
import { editDistance, nearestWord } from "./edit-distance.ts";

test.each([
  ["apply", "apply", 0],
  ["aply", "apply", 1],
  ["exepct", "expect", 2],
  ["", "wait", 4],
  ["kitten", "sitting", 3],
])("from %s to %s it is %i", (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

test.each([
  ["aply", "apply"],
  ["exepct", "expect"],
  ["wat", "wait"],
  ["wiat", "wait"],
  ["twai", undefined],
  ["what", undefined],
  ["title", undefined],
  ["apply", undefined],
])("%s stands for %s", (word, meant) => {
  expect(nearestWord(word, ["apply", "expect", "wait"])).toBe(meant);
});

test("the nearest of several words is meant", () => {
  expect(nearestWord("nods", ["pods", "node", "nodes"])).toBe("pods");
  expect(nearestWord("deploymens", ["employments", "deployments"])).toBe("deployments");
});
