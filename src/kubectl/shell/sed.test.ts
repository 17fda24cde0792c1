import { expect, test } from "vitest";
import { fromBasic } from "./grep.ts";
import { sedText } from "./sed.ts";

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
  [["1d;$d"], "a\nb\nc\n", "b\n"],
  [["2p"], "a\nb\n", "a\nb\nb\n"],
  [["-n", "2p"], "a\nb\n", "b\n"],
  [["-n", "/b/,/c/p"], "a\nb\nb\nc\nd\n", "b\nb\nc\n"],
  [["2,$d"], "a\nb\nc\n", "a\n"],
  [["$a\\end"], "a\nb\n", "a\nb\nend\n"],
  [["/a/i first"], "a\n", "first\na\n"],
  [["-e", "s/a/b/", "-e", "s/b/c/"], "a\n", "c\n"],
  [["-E", "s/(a+)b?/<\\1>/g"], "aab a\n", "<aa> <a>\n"],
  [["s/a+b/x/"], "a+b\n", "x\n"],
  [["s/$ITEM/apple/"], "item: $ITEM-1\n", "item: apple-1\n"],
  [["s/a^b$/x/"], "a^b\n", "x\n"],
  [["s/^*a/x/"], "*a\n", "x\n"],
  [["s/[$+]/x/g"], "a$+\n", "axx\n"],
  [["s/\\(^a\\|c$\\)/x/"], "ac\n", "xc\n"],
  [["s/a\\.b/x/"], "acb a.b\n", "acb x\n"],
  [["s/x*$/\\n&\\&/"], "axx\n", "a\nxx&\n"],
  [["s/\\(a*\\)*c/x/"], `${"a".repeat(50)}\n`, `${"a".repeat(50)}\n`],
])("sed %j", async (options, input, output) => {
  expect(await sedText(options, input)).toEqual({ stdout: output, stderr: "", code: 0 });
});

test("a command that is not there is refused", async () => {
  expect(await sedText(["y/a/b/"], "a\n")).toMatchObject({ code: 1, stdout: "" });
  expect(await sedText(["-z", "s/a/b/"], "a\n")).toEqual({
    code: 2,
    stdout: "",
    stderr: "sed: invalid option -- 'z'\n",
  });
});

test("what a million opening brackets stand for is decided in one walk", () => {
  expect(fromBasic(`a${"[".repeat(1_000_000)}`)).toHaveLength(1_000_001);
});
