import { describe, expect, it } from "vitest";
import { parseTarget } from "./target.ts";

describe("parseTarget", () => {
  it.each([
    ["/a%20b?c=d?e", { path: "/a b", rawQuery: "c=d?e" }],
    ["/a+b", { path: "/a+b", rawQuery: "" }],
    ["/a/%zz", { path: undefined, rawQuery: "" }],
    ["/a/../b", { path: "/a/../b", rawQuery: "" }],
    ["http://h:1/a?b", { path: "/a", rawQuery: "b" }],
    ["*", { path: "*", rawQuery: "" }],
  ])("splits %s", (target, expected) => {
    expect(parseTarget(target)).toEqual(expected);
  });
});
