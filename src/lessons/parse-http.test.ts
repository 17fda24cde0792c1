import { expect, test } from "vitest";
import { parseHttp } from "./parse-http.ts";
import { SourceFile, SourceText } from "./source-lines.ts";

function headersOf(line: string) {
  const text = `GET /api HTTP/1.1\n${line}\n\n`;
  return parseHttp(new SourceText(new SourceFile("x.md", text), text, 0)).request.headers;
}

test.each([
  ["Accept: a/b", "a/b"],
  ["Accept:a/b \t", "a/b"],
  ["Accept: ", ""],
])("%j", (line, value) => expect(headersOf(line)).toEqual([["Accept", value]]));

test("a million blanks in a header are walked past once", () => {
  const blanks = " ".repeat(1_000_000);
  expect(headersOf(`Accept:${blanks}a${blanks}b${blanks}`)).toEqual([["Accept", `a${blanks}b`]]);
});
