import { expect, test } from "vitest";
import { warningHeader } from "./warning-header.ts";

test.each([
  ["plain", '299 - "plain"'],
  ['unknown field "a"', '299 - "unknown field \\"a\\""'],
  ["a\\b", '299 - "a\\\\b"'],
  ["two\nlines", '299 - "two lines"'],
])("the warning %j", (text, header) => {
  expect(warningHeader(text)).toBe(header);
});

test("characters beyond ASCII go as their UTF-8 bytes", () => {
  expect(warningHeader("é")).toBe('299 - "Ã©"');
});
