import { expect, test } from "vitest";
import { runFilter } from "./filters.ts";

const texts: Readonly<Record<string, string>> = {
  "a.txt": "one\ntwo\nthree\nfour\n",
  "b.txt": "two\ntwo\n",
  "c.txt": "b25l\n",
};

async function run(line: string, input = "") {
  const written: [string, string][] = [];
  const files = {
    read: async (path: string) => texts[path],
    list: async () => undefined,
    write: async (path: string, text: string) => void written.push([path, text]),
  };
  const [name = "", ...args] = line.split(" ");
  return { ...(await runFilter(files, name, args, input)), written };
}

// oxfmt-ignore
test.each([
  ["grep t a.txt", "two\nthree\n"],
  ["grep two a.txt b.txt", "a.txt:two\nb.txt:two\nb.txt:two\n"],
  ["grep -h two a.txt b.txt", "two\ntwo\ntwo\n"],
  ["grep -c two a.txt b.txt", "a.txt:1\nb.txt:2\n"],
  ["grep -l three a.txt b.txt", "a.txt\n"],
  ["grep -L three a.txt b.txt", "b.txt\n"],
  ["grep -n -A1 two a.txt", "2:two\n3-three\n"],
  ["grep -B 1 two a.txt", "one\ntwo\n"],
  ["grep -C1 -e one -e four a.txt", "one\ntwo\nthree\nfour\n"],
  ["grep -A0 -B0 o a.txt", "one\ntwo\n--\nfour\n"],
  ["grep -nB0 -A0 one a.txt", "1:one\n"],
  ["grep -m1 t a.txt", "two\n"],
  ["grep -x t.o a.txt", "two\n"],
  ["grep -on o a.txt", "1:o\n2:o\n4:o\n"],
  ["grep --ignore-case --count TWO a.txt", "1\n"],
  ["head -n 1 a.txt b.txt", "==> a.txt <==\none\n\n==> b.txt <==\ntwo\n"],
  ["head -2 a.txt", "one\ntwo\n"],
  ["head -n -3 a.txt", "one\n"],
  ["head -c 5 a.txt", "one\nt"],
  ["tail -n +3 a.txt", "three\nfour\n"],
  ["tail --lines=1 a.txt", "four\n"],
  ["tail -n0 a.txt", ""],
  ["tail -c 3 a.txt", "ur\n"],
  ["wc -l a.txt", "4 a.txt\n"],
  ["wc -lw a.txt b.txt", " 4  4 a.txt\n 2  2 b.txt\n 6  6 total\n"],
  ["sort a.txt b.txt", "four\none\nthree\ntwo\ntwo\ntwo\n"],
  ["wc a.txt", " 4  4 19 a.txt\n"],
  ["base64 -D c.txt", "one"],
  ["uniq -c b.txt", "      2 two\n"],
  ["uniq -u b.txt", ""],
  ["base64 -w0 b.txt", "dHdvCnR3bwo="],
  ["base64 -w 8 b.txt", "dHdvCnR3\nbwo=\n"],
  ["sed s/two/2/ a.txt", "one\n2\nthree\nfour\n"],
])("%s", async (line, stdout) => {
  expect(await run(line)).toEqual({ stdout, stderr: "", code: 0, written: [] });
});

// oxfmt-ignore
test.each([
  ["grep nothing a.txt", "", "", 1],
  ["grep one a.txt no.txt", "a.txt:one\n", "grep: no.txt: No such file or directory\n", 2],
  ["grep -y one", "", "grep: invalid option -- 'y'\n", 2],
  ["grep --yes one", "", "grep: unrecognized option '--yes'\n", 2],
  ["grep -A", "", "grep: option requires an argument -- 'A'\n", 2],
  ["head no.txt", "", "head: cannot open 'no.txt' for reading: No such file or directory\n", 1],
  ["sort -R a.txt", "", "sort: invalid option -- 'R'\n", 2],
  ["sed s/a/b/ no.txt", "", "sed: can't read no.txt: No such file or directory\n", 2],
])("%s is refused", async (line, stdout, stderr, code) => {
  expect(await run(line)).toEqual({ stdout, stderr, code, written: [] });
});

test("what is piped in is read without files, and for -", async () => {
  expect(await run("grep -c o", "o\no\n")).toMatchObject({ stdout: "2\n" });
  expect(await run("sort - b.txt", "three\n")).toMatchObject({ stdout: "three\ntwo\ntwo\n" });
  expect(await run("wc", "a b\n")).toMatchObject({ stdout: "      1       2       4\n" });
});

test("sed -i changes files", async () => {
  expect(await run("sed -i s/two/2/ a.txt b.txt")).toMatchObject({
    stdout: "",
    code: 0,
    written: [
      ["a.txt", "one\n2\nthree\nfour\n"],
      ["b.txt", "2\n2\n"],
    ],
  });
});

test("another program is none", async () => {
  expect(await run("awk x")).toEqual({ written: [] });
});
