import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../apimachinery/json/value.ts";
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

const find = (path: string): unknown => [...compileJsonPath(path)(object)];

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

  // What upstream cannot evaluate somewhere is found nowhere.
  it.each([
    ["list[0,9]", []],
    ["list[0,-2]", ["x", "y"]],
    ["list[1:9]", []],
    ["list[9:9]", []],
    ["list[2:1]", []],
    ["list[-2:]", ["y", "z"]],
    ["list[::2]", ["x", "z"]],
    ["list[::-1]", []],
    ["name[0]", []],
    ["none[0]", []],
    ["none[?(@.a)]", []],
    ["['name','none']", ["n", null]],
    ["lists[*][1]", []],
    ["mixed[?(@.n==1)].t", []],
    ["mixed[?(@.n!='x')].t", []],
    ["ints[?(@.n==1)].t", ["a"]],
    ["ints[?(@.n==1.0)].t", []],
    ["ints[?(@.n>=1)].t", ["a", "b"]],
    ["bools[?(@.n==true)].t", ["a"]],
    ["bools[?(@.n>=true)].t", []],
    ["ints[?(@.l[*]==1)].t", []],
    ["ints[?(@.l[0]==1)].t", ["a"]],
  ])("in a list with others of its kind, .%s finds %j", (path, found) => {
    const value: JsonValue = {
      list: ["x", "y", "z"],
      lists: [["a", "b"], ["c"]],
      name: "n",
      none: null,
      mixed: [{ n: 1, t: "a" }, { n: "x", t: "b" }, {}],
      ints: [{ n: 1, t: "a", l: [1, 2] }, { n: 2, t: "b" }, {}],
      bools: [
        { n: true, t: "a" },
        { n: false, t: "b" },
      ],
    };
    expect([...compileJsonPath(path.startsWith("[") ? path : `.${path}`)(value)]).toEqual(found);
  });

  it.each([
    "..a..a..a..a..a.none",
    `${"[0,0,0]".repeat(40)}.none`,
    `..[?(@..a..a..a..a.none)]..a`,
    `${"..*".repeat(60)}.none`,
  ])("%s looks at each value a bounded number of times", (path) => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(300)}[[[]],[1,[2,3]]]${"}".repeat(300)}`);
    const wide: unknown = JSON.parse(`${"[".repeat(60)}${"]".repeat(60)}`);
    for (const value of [deep, wide]) expect([...compileJsonPath(path)(value as JsonValue)]).toEqual([]);
  });

  it("finds its first value before it looks for others", () => {
    let looks = 0;
    const items = Array.from({ length: 1000 }, () => ({
      get a() {
        looks++;
        return 1;
      },
    }));
    const [first] = compileJsonPath("..a")(items);
    expect([first, looks]).toEqual([1, 1]);
  });

  it("that nobody can read is an error", () => expect(() => find("spec")).toThrow("unrecognized character"));
});
