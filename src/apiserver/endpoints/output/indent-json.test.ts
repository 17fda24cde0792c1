import { expect, test } from "vitest";
import { indentJson } from "./indent-json.ts";

test.each([
  {},
  [],
  { a: 1 },
  { a: { b: [1, "two", { c: null }], d: {} }, e: [] },
  'a "quoted" \\ text: {[,]}',
  [[1], [[]]],
  -1.5,
])("%j is indented as JSON.stringify does it", (value) => {
  expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

test("numbers keep their digits", () => {
  expect(indentJson('{"a":12345678901234567890,"b":1.0}')).toBe('{\n  "a": 12345678901234567890,\n  "b": 1.0\n}');
});
