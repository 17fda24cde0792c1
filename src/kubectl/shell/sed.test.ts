import { expect, test } from "vitest";
import { sed } from "./sed.ts";

// oxfmt-ignore
test.each<[options: readonly string[], input: string, output: string]>([
  [["s/a/b/"], "aa\nca\n", "ba\ncb\n"],
  [["s/a/b/g"], "aa\n", "bb\n"],
  [["s|/x|/y|"], "p/x\n", "p/y\n"],
  [["s/\\(a\\)\\(b\\)/\\2\\1 & $1/"], "ab\n", "ba ab $1\n"],
  [["s/a.c/x/i"], "ABC\n", "x\n"],
  [["/b/d"], "a\nb\nc\n", "a\nc\n"],
  [["s/a/b/;s|b|c;|g; /x/d"], "a\nx\n", "c;\n"],
  [["2d"], "a\nb\n", "a\n"],
  [["$a\\end"], "a\nb\n", "a\nb\nend\n"],
  [["/a/i first"], "a\n", "first\na\n"],
  [["-e", "s/a/b/", "-e", "s/b/c/"], "a\n", "c\n"],
])("sed %j", (options, input, output) => {
  expect(sed(options, input)).toEqual({ stdout: output, stderr: "", code: 0 });
});

test("a command that is not there is refused", () => {
  expect(sed(["y/a/b/"], "a\n")).toMatchObject({ code: 1, stdout: "" });
});
