import { expect, test } from "vitest";
import { applyMergePatch, parseMergePatch } from "./merge-patch.ts";

test.each([
  ["replaces members", { a: 1 }, '{"a":2}', { a: 2 }],
  ["removes by null", { a: 1, b: 2 }, '{"a":null}', { b: 2 }],
  ["goes into objects", { a: { b: 1 } }, '{"a":{"c":2}}', { a: { b: 1, c: 2 } }],
  ["replaces lists", { a: [1, 2] }, '{"a":[3]}', { a: [3] }],
  [
    "drops null members of new objects, also in lists",
    {},
    '{"a":{"b":null,"c":[{"d":null},null]}}',
    { a: { c: [{}, null] } },
  ],
  ["puts an object in the place of a value", { a: 1 }, '{"a":{"b":null,"c":1}}', { a: { c: 1 } }],
  ["is the result itself when it is a list", { a: 1 }, "[1]", [1]],
])("a merge patch %s", (_, document, patch, result) => {
  expect(applyMergePatch(document, parseMergePatch(patch))).toEqual(result);
});

test.each(["null", '"x"', "1", "", "{", '{"a":01}'])("the text %s is no merge patch", (patch) => {
  expect(() => applyMergePatch({}, parseMergePatch(patch))).toThrow("Invalid JSON Patch");
});
