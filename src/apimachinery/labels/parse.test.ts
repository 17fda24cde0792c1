import { describe, expect, it } from "vitest";
import { labelSelectorAsSelector } from "./label-selector.ts";
import { parseLabelSelector } from "./parse.ts";

describe("parseLabelSelector", () => {
  it.each([
    ["a=b", { a: "b" }, true],
    ["a=b", { a: "c" }, false],
    ["a!=b", {}, true],
    ["a in (b, c)", { a: "c" }, true],
    ["a notin (b)", {}, true],
    ["a in ()", { a: "" }, true],
    ["!a", { a: "b" }, false],
    ["a>1,a<3", { a: "2" }, true],
    ["a>1", { a: "x" }, false],
    ["constructor", {}, false],
  ])("%s over %o is %s", (text, labels, matches) => expect(parseLabelSelector(text).matches(labels)).toBe(matches));

  it("prints requirements sorted by key, values sorted", () =>
    expect(parseLabelSelector("z in (c,b),!a").toString()).toBe("!a,z in (b,c)"));

  it.each([
    ["a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ["a,", "found '', expected: identifier after ','"],
    ["(a)", "found '(', expected: !, identifier, or 'end of string'"],
  ])("refuses %s", (text, message) => expect(() => parseLabelSelector(text)).toThrow(message));
});

describe("labelSelectorAsSelector", () => {
  it("selects nothing without a LabelSelector and everything with an empty one", () => {
    expect(labelSelectorAsSelector(null).matches({})).toBe(false);
    expect(labelSelectorAsSelector({}).matches({})).toBe(true);
  });
});
