import { describe, expect, test } from "vitest";
import { parseEnvironment, splitEnvironment, withEnvironment } from "./environment.ts";

describe("environment variables of words", () => {
  test("stand after the resources", () => {
    expect(splitEnvironment(["deploy/web", "A=b", "C-"])).toEqual({ resources: ["deploy/web"], words: ["A=b", "C-"] });
    expect(splitEnvironment(["A=b", "deploy/web"])).toBeUndefined();
  });

  test("are set, removed, and read from lines", () => {
    expect(parseEnvironment(["A=b=c", "B=", "C-", "-"], "D=1 # one\n# two\nx\nE=2\n")).toEqual({
      set: [{ name: "A", value: "b=c" }, { name: "B" }, { name: "D", value: "1 " }, { name: "E", value: "2" }],
      removed: ["C"],
    });
  });

  test.each([
    [["1 a=b"], /^"1 a" is not a valid key name: /],
    [["A=1", "A-"], /^can not both modify and remove the same environment variable in the same command$/],
    [["A"], /^unknown environment variable: A$/],
  ])("%j are refused", (words, message) => {
    expect(() => parseEnvironment(words, "")).toThrow(message);
  });

  test("replace others in place, and are added at the end", () => {
    const existing = [
      { name: "A", value: "1" },
      { name: "B", value: "2" },
      { name: "C", value: "3" },
    ];
    const set = [
      { name: "D", value: "4" },
      { name: "C", value: "5" },
    ];
    expect(withEnvironment(existing, { set, removed: ["A"] })).toEqual([
      { name: "B", value: "2" },
      { name: "C", value: "5" },
      { name: "D", value: "4" },
    ]);
  });
});
