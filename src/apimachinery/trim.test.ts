import { expect, test } from "vitest";
import { trim, trimRight, trimSpace } from "./trim.ts";

// oxfmt-ignore
test.each([
  ["a==", "=", "a", "a"],
  ["==a=", "=", "==a", "a"],
  ["-._a-b_.-", "-._", "-._a-b", "a-b"],
  ["===", "=", "", ""],
  ["", "=", "", ""],
  ["a", "", "a", "a"],
])("%j without %j at its ends", (text, cutset, right, both) => {
  expect(trimRight(text, cutset)).toBe(right);
  expect(trim(text, cutset)).toBe(both);
});

test("white space is what Go's unicode.IsSpace says", () => {
  expect(trimSpace("\t\n\v\f\r \u0085\u00a0\u2003\u3000a b\u2028\u205f")).toBe("a b");
  expect(trimSpace("\ufeffa\u200b")).toBe("\ufeffa\u200b");
  expect(trimSpace(" \u2009 ")).toBe("");
});

test("a run of two million characters in the middle of a text is walked past once", () => {
  const run = "=".repeat(2_000_000);
  expect(trimRight(`${run}a${run}`, "=")).toBe(`${run}a`);
  expect(trim(`${run}a${run}b`, "=")).toBe(`a${run}b`);
  expect(trimSpace(`a${" ".repeat(2_000_000)}b`)).toHaveLength(2_000_002);
});
