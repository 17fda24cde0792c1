import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createSeededRandom } from "../../apimachinery/seeded-random.ts";
import { unifiedDiff } from "./unified-diff.ts";

const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

// oxfmt-ignore
test.each([
  ["equal texts have none", text("a", "b"), text("a", "b"), ""],
  ["a line that changes", text("a", "b", "c"), text("a", "x", "c"), "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"],
  ["a new text", "", text("a", "b"), "@@ -0,0 +1,2 @@\n+a\n+b\n"],
  ["a text that goes", text("a"), "", "@@ -1 +0,0 @@\n-a\n"],
  ["changes far apart", text("a", "1", "2", "3", "4", "5", "6", "7", "b"), text("x", "1", "2", "3", "4", "5", "6", "7", "y"),
    "@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+y\n"],
  ["an item added to a list like the others", text("l:", "- a: 1", "  b: 2", "- a: 1", "  b: 2", "end"), text("l:", "- a: 1", "  b: 2", "- a: 1", "  b: 2", "- a: 1", "  b: 2", "end"),
    "@@ -3,4 +3,6 @@\n   b: 2\n - a: 1\n   b: 2\n+- a: 1\n+  b: 2\n end\n"],
])("%s", (_, before, after, hunks) => {
  expect(unifiedDiff(before, after)).toBe(hunks);
});

describe.skipIf(spawnSync("diff", ["--version"]).status !== 0)("beside diff", () => {
  const folder = mkdtempSync(join(tmpdir(), "unified-diff-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const theirs = (before: string, after: string): string => {
    writeFileSync(join(folder, "a"), before);
    writeFileSync(join(folder, "b"), after);
    const { stdout } = spawnSync("diff", ["-u", "a", "b"], { cwd: folder, encoding: "utf8" });
    return stdout.split("\n").slice(2).join("\n");
  };

  test("texts with a few edits have its hunks", () => {
    const random = createSeededRandom(7);
    const pick = (count: number): number => random.int(count);
    for (let i = 0; i < 60; i++) {
      const before = Array.from({ length: 5 + pick(40) }, (_, at) => (pick(4) === 0 ? "- x" : `line ${at}`));
      const after = [...before];
      for (let edits = 1 + pick(3); edits > 0; edits--)
        after.splice(pick(after.length + 1), pick(3), ...Array.from({ length: pick(3) }, () => `new ${pick(5)}`));
      expect(unifiedDiff(text(...before), text(...after))).toBe(theirs(text(...before), text(...after)));
    }
  });
});
