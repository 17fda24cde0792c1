import { expect, test } from "vitest";
import { compareFolders, diffOptions } from "./diff-program.ts";

const pairs = [
  { name: "a", before: "x\ny\nz\n", after: "x\nY\nz\nw\n" },
  { name: "b", before: "x\n", after: "x\n" },
  { name: "c", before: "x\n", after: undefined },
];

const compare = (...words: readonly string[]) => compareFolders(pairs, ["L", "M"], diffOptions(words), "NOW");

// oxfmt-ignore
test.each([
  ["", "diff L/a M/a\n2c2\n< y\n---\n> Y\n3a4\n> w\nOnly in L: c\n"],
  ["-q", "Files L/a and M/a differ\nOnly in L: c\n"],
  ["-i -N", "diff -i -N L/a M/a\n3a4\n> w\ndiff -i -N L/c M/c\n1d0\n< x\n"],
  ["-uN --color=never", "diff -uN '--color=never' L/a M/a\n--- L/a\tNOW\n+++ M/a\tNOW\n@@ -1,3 +1,4 @@\n x\n-y\n+Y\n z\n+w\ndiff -uN '--color=never' L/c M/c\n--- L/c\tNOW\n+++ M/c\t1970-01-01 00:00:00.000000000 +0000\n@@ -1 +0,0 @@\n-x\n"],
])("diff %s compares two folders", (words, text) => {
  expect(compare(...words.split(" ").filter((word) => word !== ""))).toEqual({ text, differ: true });
});

test("options that there are not are refused", () => {
  expect(() => diffOptions(["-y"])).toThrow("option -y is not available here");
});
