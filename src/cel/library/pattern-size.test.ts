import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { programSize } from "./pattern-size.ts";

// oxfmt-ignore
test.each([
  "a", "a*b+c?", "(a|b|c)*", "^[a-z]([-a-z0-9]*[a-z0-9])?$", "(.{999})*b", "((a{10}b){10}c){10}", "(ab{3}){20}", "a{2,300}", "\\{5\\}", "x{,5}", "(?:[0-9]{1,3}\\.){3}[0-9]{1,3}", "((((a))))", "a.{30}b", "(?i)abc{7}",
])("%s has at most as many instructions as are counted before it is compiled, and some more", (pattern) => {
  expect(programSize(pattern) * 6 + 10).toBeGreaterThan(RE2JS.compile(pattern).programSize());
  expect(programSize(pattern)).toBeLessThan(RE2JS.compile(pattern).programSize() * 3 + 30);
});

test.each(["(", ")", "a{1000}{1000}", "[", "((a{9999}){9999}){9999}"])(
  "%s has a size though it is invalid",
  (pattern) => {
    expect(programSize(pattern)).toBeGreaterThanOrEqual(1);
  },
);
