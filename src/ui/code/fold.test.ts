import { expect, test } from "vitest";
import { foldRanges, linesOfKeys, shownLines, visibleLines } from "./fold.ts";

const lines = [
  "{",
  '  "metadata": {',
  '    "managedFields": [',
  "      1,",
  "      2",
  "    ]",
  "  },",
  '  "kind": "A"',
  "}",
];

test("a range ends before the line that closes it, in JSON", () => {
  const ranges = foldRanges(lines);
  expect(ranges.get(2)).toEqual({ start: 2, end: 4 });
  expect(ranges.get(1)).toEqual({ start: 1, end: 5 });
  expect(ranges.has(7)).toBe(false);
});

test("a YAML list at the depth of its key belongs to the key", () => {
  const ranges = foldRanges(["spec:", "  items:", "  - a: 1", "    b: 2", "  - a: 3", "kind: A"]);
  expect(ranges.get(1)).toEqual({ start: 1, end: 4 });
  expect(ranges.get(0)).toEqual({ start: 0, end: 4 });
});

test("folded lines are left out, the first of the range stays", () => {
  const ranges = foldRanges(lines);
  const folded = linesOfKeys(lines, ranges, ["managedFields"]);
  expect([...folded]).toEqual([2]);
  expect(visibleLines(lines.length, ranges, folded)).toEqual([0, 1, 2, 5, 6, 7, 8]);
});

test("lines beyond measure are cut into pieces, of which the first has the number of the line", () => {
  expect(shownLines("a\nb\n")).toEqual({ lines: ["a", "b"], numbers: undefined });
  const long = "x".repeat(2001);
  const { lines, numbers } = shownLines(`a\n${long}\n\nb`);
  expect(lines.slice(1, -2).join("")).toBe(long);
  expect(Math.max(...lines.map(({ length }) => length))).toBe(240);
  expect(numbers?.filter((number) => number !== undefined)).toEqual([1, 2, 3, 4]);
  expect(numbers?.slice(0, 3)).toEqual([1, 2, undefined]);
});
