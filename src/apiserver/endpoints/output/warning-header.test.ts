import { expect, test } from "vitest";
import { warningHeader, warningHeaders } from "./warning-header.ts";

test.each([
  ["plain", '299 - "plain"'],
  ['unknown field "a"', '299 - "unknown field \\"a\\""'],
  ["a\\b", '299 - "a\\\\b"'],
])("the warning %j", (text, header) => {
  expect(warningHeader(text)).toBe(header);
});

test("characters beyond ASCII go as their UTF-8 bytes", () => {
  expect(warningHeader("é")).toBe('299 - "Ã©"');
});

test("a text that is empty or has control characters is not told", () => {
  expect(warningHeaders(["", "two\nlines", "one"])).toEqual(['299 - "one"']);
});

test("4096 characters are told in full", () => {
  const texts = ["a".repeat(3000), "b".repeat(1096)];
  expect(warningHeaders(texts)).toEqual(texts.map(warningHeader));
});

test("one more cuts every text to 256, those before it too", () => {
  expect(warningHeaders(["a".repeat(3000), "b".repeat(1097), "short"])).toEqual(
    ["a".repeat(256), "b".repeat(256), "short"].map(warningHeader),
  );
});

test("cut texts are told until there are 4096 characters of them", () => {
  const texts = Array.from({ length: 30 }, (_, i) => String(i).padEnd(300, "x"));
  expect(warningHeaders(texts)).toHaveLength(16);
});

test("characters count, not bytes", () => {
  expect(warningHeaders(["é".repeat(4096)])).toEqual([warningHeader("é".repeat(4096))]);
});
