import { describe, expect, it } from "vitest";
import { compileJsonPath } from "./json-path.ts";

const object = {
  spec: { list: ["x", "y", "z"], "a.b": "dotted", none: null },
  status: {
    conditions: [
      { type: "Ready", n: 3 },
      { type: "Done", n: 1 },
    ],
  },
};

const find = (path: string): unknown => compileJsonPath(path)(object);

describe("a path", () => {
  it.each([
    [".spec.list[0]", ["x"]],
    [".spec.list[-1]", ["z"]],
    [".spec.list[9]", []],
    [".spec.list[*]", ["x", "y", "z"]],
    [".spec.list[0:2]", ["x", "y"]],
    [".spec.list[0,2]", ["x", "z"]],
    [".spec.a\\.b", ["dotted"]],
    [".spec['a\\.b']", ["dotted"]],
    [".spec['a.b']", []],
    [".spec.none", [null]],
    [".spec.list}", [["x", "y", "z"]]],
    ['.status.conditions[?(@.type=="Ready")].n', [3]],
    [".status.conditions[?(@.n>0)].type", ["Ready", "Done"]],
    [".status.conditions[?(@.n>2)].type", ["Ready"]],
    [".status.conditions[?(@.none)].type", []],
    ["..type", ["Ready", "Done"]],
  ])("%s finds %j", (path, found) => expect(find(path)).toEqual(found));

  it("that nobody can read is an error", () => expect(() => find("spec")).toThrow("unrecognized character"));
});
