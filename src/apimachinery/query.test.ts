import { describe, expect, it } from "vitest";
import { isTrue, parseQuery } from "./query.ts";

const pairs = (raw: string): Record<string, readonly string[]> => {
  const query = parseQuery(raw);
  return Object.fromEntries(query);
};

describe("parseQuery", () => {
  it.each([
    ["a=1&b=2&a=3", { a: ["1", "3"], b: ["2"] }],
    ["a", { a: [""] }],
    ["=v&&a=b=c", { "": ["v"], a: ["b=c"] }],
    ["a=x+y%2Bz&b+c=d", { a: ["x y+z"], "b c": ["d"] }],
    ["a=%zz&b=1&c=%4&%=1&d=%", { b: ["1"] }],
    ["a=1;b=2&c=3", { c: ["3"] }],
    ["a=%C3%A4&b=%ff%41", { a: ["ä"], b: ["\udcffA"] }],
    ["", {}],
  ])("reads %s as Go does", (raw, expected) => {
    expect(pairs(raw)).toEqual(expected);
  });

  it("knows an absent value from an empty one", () => {
    expect(parseQuery("a=").get("a")).toEqual([""]);
    expect(parseQuery("a=").get("b")).toBeUndefined();
    expect(parseQuery("a=1").get("__proto__")).toBeUndefined();
  });

  it("takes only 0 and false for false", () => {
    expect(["0", "false", "False", undefined].map(isTrue)).toEqual([false, false, false, false]);
    expect(["", "1", "f", "no", "00"].map(isTrue)).toEqual([true, true, true, true, true]);
  });
});
