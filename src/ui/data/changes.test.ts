import { expect, test } from "vitest";
import { bookkeeping, changesBetween, summarize } from "./changes.ts";

const before = {
  metadata: { name: "a", resourceVersion: "1" },
  data: { colour: "red", old: "x" },
  list: [
    { name: "one", v: 1 },
    { name: "two", v: 2 },
  ],
};
const after = {
  metadata: { name: "a", resourceVersion: "2" },
  data: { colour: "blue", "dotted.key": "y" },
  list: [
    { name: "one", v: 1 },
    { name: "two", v: 3 },
  ],
};

test("tells what was added, removed and changed, by path, without bookkeeping", () => {
  expect(changesBetween(before, after, bookkeeping)).toEqual([
    { path: "data.colour", kind: "changed", before: "red", after: "blue" },
    { path: "data.old", kind: "removed", before: "x" },
    { path: 'data["dotted.key"]', kind: "added", after: "y" },
    { path: "list[two].v", kind: "changed", before: 2, after: 3 },
  ]);
});

test("an item of a list is known by its name, not its place", () => {
  const changes = changesBetween({ list: [{ name: "a" }, { name: "b" }] }, { list: [{ name: "b" }] });
  expect(changes).toEqual([{ path: "list[a]", kind: "removed", before: { name: "a" } }]);
});

test("sums up in one line", () => {
  expect(summarize(changesBetween(before, after, bookkeeping))).toBe('data.colour: "red" → "blue", and 3 more');
  expect(summarize([])).toBe("only server-managed metadata changed");
});
