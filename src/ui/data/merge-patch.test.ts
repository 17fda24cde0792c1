import { expect, test } from "vitest";
import { applyMergePatch, mergePatchBetween } from "./merge-patch.ts";

const cases: readonly (readonly [before: unknown, after: unknown, patch: unknown])[] = [
  [{ a: 1 }, { a: 1 }, undefined],
  [{ a: 1, b: 2 }, { a: 1 }, { b: null }],
  [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3, d: 4 } }, { a: { c: 3, d: 4 } }],
  [{ a: [1, 2] }, { a: [1] }, { a: [1] }],
  [{ a: [1, 2] }, { a: [1, 2] }, undefined],
  [{ a: { b: 1 } }, { a: 5 }, { a: 5 }],
  [
    { constructor: 1, a: 1 },
    { a: 1, toString: 1 },
    { constructor: null, toString: 1 },
  ],
];

test.each(cases)("%j to %j takes %j", (before, after, patch) => {
  expect(mergePatchBetween(before, after)).toEqual(patch);
  expect(applyMergePatch(before, patch ?? {})).toEqual(after);
});
