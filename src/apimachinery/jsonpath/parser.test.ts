import { expect, it } from "vitest";
import { jsonPathProblem } from "./parser.ts";

// oxfmt-ignore
it.each([
  ["spec.validations[0].expression"], [".spec.variables[1]"], ["spec['a.b']"], ["spec[*]"], ["spec[0:2:1]"], ["spec[-1]"], ["spec[0, 'a']"],
  ["..name"], ["spec..[0]"], ['items[?(@.name=="a)b")].x'], ["items[?(@.name)]"], ["items[?(@.n > -1.5)]"], ["'it\\'s'"], ['"\\u00e9\\x41\\101"'],
  ["$.a b"], ["true"], ["+1"], ["1.5"], ["a\\.b"], ["a}b"], ["a} {b."], ["été.x"], ["a#b"], [""],
])("%s is a path", (text) => expect(jsonPathProblem(`{${text}}`)).toBeUndefined());

// oxfmt-ignore
it.each([
  ["spec[", "unterminated array"],
  ["spec[a]", "invalid array index a"],
  ["spec[0,a]", "invalid array index a"],
  ["spec[-]", "array index - is not a number"],
  ["spec[0:9223372036854775808]", "array index 9223372036854775808 is not a number"],
  ["spec['a[b']", "unterminated array"],
  ["spec]", "unrecognized character in action: U+005D ']'"],
  ["[0]#", "unrecognized character in action: U+0023 '#'"],
  ["spec\t", "unrecognized character in action: U+0009"],
  ["spec\n", "unclosed action"],
  ["a} {#", "unrecognized character in action: U+0023 '#'"],
  ["....a", "invalid multiple recursive descent"],
  [".. ..a", "invalid multiple recursive descent"],
  ["['.']..a", "invalid multiple recursive descent"],
  ["-", "cannot parse number -"],
  ["1.2.3", "cannot parse number 1.2.3"],
  ["'abc", "unterminated quoted string"],
  ["'a\\qb'", "unquote string 'a\\qb' error invalid syntax"],
  ["'\\ud800'", "unquote string '\\ud800' error invalid syntax"],
  ["a[?(@.b", "unterminated filter"],
  ["a[?(@.b)", "unclosed array expect ]"],
  ['a[?(@.b=="c)]', "unterminated filter"],
  ["a[?(@.b==#)]", "unrecognized character in action: U+0023 '#'"],
  ["a[?(#)]", "unrecognized character in action: U+0023 '#'"],
])("%j: %s", (text, problem) => {
  expect(jsonPathProblem(`{${text}}`)).toBe(problem);
});
