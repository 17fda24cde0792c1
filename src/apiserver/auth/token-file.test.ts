import { describe, expect, it } from "vitest";
import { parseCsv } from "./csv.ts";
import { parseTokenFile } from "./token-file.ts";

describe("parseCsv", () => {
  it.each([
    ["a,b,c\n", [["a", "b", "c"]]],
    ["a,b\r\n\r\n\nc", [["a", "b"], ["c"]]],
    ['"a,b","c ""d""",e', [["a,b", 'c "d"', "e"]]],
    ['"a\nb",c\nd', [["a\nb", "c"], ["d"]]],
    ["a,,\n", [["a", "", ""]]],
    ['"",""\n', [["", ""]]],
    ["# a, b \n", [["# a", " b "]]],
    ["", []],
  ])("reads %j as Go does", (text, records) => {
    expect(parseCsv(text)).toEqual(records);
  });

  it.each([
    ['a,b"c\n', 'parse error on line 1, column 4: bare " in non-quoted-field'],
    ['a\n"b"c\n', 'parse error on line 2, column 3: extraneous or missing " in quoted-field'],
    ['a,"b\nc', 'record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field'],
  ])("refuses %j", (text, message) => {
    expect(() => parseCsv(text)).toThrow(message);
  });
});

describe("parseTokenFile", () => {
  it("wants three columns", () => {
    expect(() => parseTokenFile("a,b\n", "tokens.csv")).toThrow(
      "token file 'tokens.csv' must have at least 3 columns (token, user name, user uid), found 2",
    );
  });

  it("passes over empty tokens and lets the last of equal ones count", () => {
    const users = parseTokenFile(",nobody,0\nt,first,1\nt,second,2\n", "f");
    expect([...users.values()].map((user) => user.name)).toEqual(["second"]);
  });
});
