import { expect, test } from "vitest";
import { Double } from "../../../apimachinery/json/value.ts";
import { runWalk } from "../../../apimachinery/walk.ts";
import { withoutDuplicates } from "./without-duplicates.ts";

test.each([
  ["ab", "ab"],
  ["aabc", "acb"],
  ["abab", "ab"],
  ["aaaa", "a"],
  ["abcabcd", "abcd"],
  ["aabbcc", "acb"],
])("%s becomes %s", (list, result) => {
  expect(runWalk(withoutDuplicates([...list]))).toEqual([...result]);
});

test("numbers of different types are different", () => {
  expect(runWalk(withoutDuplicates([1, new Double(1), "1"]))).toHaveLength(3);
});
