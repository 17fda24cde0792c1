import { expect, it } from "vitest";
import { runWalk } from "../apimachinery/walk.ts";
import { Turns } from "../component-base/event-loop.ts";
import { inSlices, sliceUnits, Work } from "../component-base/work.ts";
import { goJson } from "./go-print.ts";
import { goDiff, unifiedDiff } from "./unified-diff.ts";

const lines = (text: string): readonly string[] => text.split("");
const same = (value: unknown): unknown => value;
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
])("tells %s", (_name, a, b, expected) =>
  expect(runWalk(unifiedDiff(a === "" ? [""] : lines(a), lines(b)))).toBe(expected),
);

it("does not begin a common run at lines that are found often in long texts", () => {
  // Of 200 lines, those found more than 3 times count as noise, as in Python's difflib.
  const noise = ["{", "{", "{", "{"];
  const a = [...noise, "a"];
  const b = ["a", ...noise, ...numbers(200)];
  expect(runWalk(unifiedDiff(a, b)).startsWith("@@ -1,5 +1,205 @@\n-{\n-{\n-{\n-{\n a\n+{\n")).toBe(true);
});

it("prints values as indented JSON, as Go does", () => {
  const value = { a: [1, 2n ** 60n, "<b>", null, [], {}], b: { c: true, d: undefined, e: [{ "f&": "g" }] }, h: [] };
  const added = goJson(value, 1).split("\n");
  expect(goDiff(same, [], value)).toBe(
    `@@ -1 +1,${added.length} @@\n-[]\n${added.map((line) => `+${line}\n`).join("")}`,
  );
});

it("tells in slices how long values differ that have many short runs of lines in common", async () => {
  const list = (change: (i: number) => string): readonly string[] => numbers(3_000).map((_, i) => change(i));
  const [a, b] = [list(String), list((i) => (i % 2 === 0 ? String(i) : "x"))];
  const work = new Work();
  const owner = { work, turns: new Turns(), signal: new AbortController().signal, isLarge: true };
  expect(await inSlices(owner, () => goDiff(same, a, b))).toBe(goDiff(same, a, b));
  work.renew();
  expect(work.counts.done).toBeGreaterThan(sliceUnits);
  expect(work.counts.longest).toBeLessThan(1.2 * sliceUnits);
});

it("tells as much of large values as an error may hold", () => {
  const text = goDiff(same, [], numbers(2_000_000));
  expect(text.length).toBeLessThan(30e6);
  expect(text.endsWith("\nand more\n")).toBe(true);
});
