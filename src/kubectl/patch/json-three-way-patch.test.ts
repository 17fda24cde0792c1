import { expect, test } from "vitest";
import { createThreeWayJsonMergePatch } from "./json-three-way-patch.ts";

// oxfmt-ignore
test.each([
  ["changes, additions and deletions", { a: 1, gone: 2 }, { a: 3, b: { c: 4 } }, { a: 1, gone: 2, other: 5 }, { a: 3, b: { c: 4 }, gone: null }],
  ["a member below one that changes", { spec: { x: 1, y: 1 } }, { spec: { x: 2 } }, { spec: { x: 1, y: 1, z: 1 } }, { spec: { x: 2, y: null } }],
  ["what others set is left alone", { a: 1 }, { a: 1 }, { a: 1, b: 2 }, {}],
  ["an empty object is a value", {}, { a: {} }, {}, { a: {} }],
  ["lists are replaced", { l: [1] }, { l: [2] }, { l: [1, 3] }, { l: [2] }],
])("%s", (_, original, modified, current, patch) => {
  expect(createThreeWayJsonMergePatch(original as never, modified as never, current as never)).toEqual(patch);
});
