import { expect, test } from "vitest";
import { dedented } from "./dedented.ts";

test.each([
  ["\n    a:\n      b: 1\n\n      c: 2\n    ", "a:\n  b: 1\n\n  c: 2\n"],
  ["a: 1", "a: 1\n"],
  ["\n\n  - x\n  - y", "- x\n- y\n"],
])("%j is the file %j", (text, file) => {
  expect(dedented(text)).toBe(file);
});
