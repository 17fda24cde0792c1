import { expect, it } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

const lines = (text: string): readonly string[] => text.split("");
const numbers = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => String(i));

it.each([
  ["nothing", "abc", "abc", ""],
  ["a line in the middle", "abcdefghi", "abcdXfghi", "@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h\n"],
  ["a line at the end", "ab", "abc", "@@ -1,2 +1,3 @@\n a\n b\n+c\n"],
  ["all lines", "a", "b", "@@ -1 +1 @@\n-a\n+b\n"],
  ["lines from nothing", "", "ab", "@@ -1 +1,2 @@\n-\n+a\n+b\n"],
  [
    "lines far from each other",
    "abcdefghijk",
    "Xbcdefghijk!",
    "@@ -1,4 +1,4 @@\n-a\n+X\n b\n c\n d\n@@ -9,3 +9,4 @@\n i\n j\n k\n+!\n",
  ],
  ["lines near each other", "abcdefgh", "Xbcdefg!", "@@ -1,8 +1,8 @@\n-a\n+X\n b\n c\n d\n e\n f\n g\n-h\n+!\n"],
])("tells %s", (_name, a, b, expected) => expect(unifiedDiff(a === "" ? [""] : lines(a), lines(b))).toBe(expected));

it("does not begin a common run at lines that are found often in long texts", () => {
  // Of 200 lines, those found more than 3 times count as noise, as in Python's difflib.
  const noise = ["{", "{", "{", "{"];
  const a = [...noise, "a"];
  const b = ["a", ...noise, ...numbers(200)];
  expect(unifiedDiff(a, b).startsWith("@@ -1,5 +1,205 @@\n-{\n-{\n-{\n-{\n a\n+{\n")).toBe(true);
});
