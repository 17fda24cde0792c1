import { describe, expect, test } from "vitest";
import { decodeJson } from "../json/decode.ts";
import { JsonPath } from "./json-path.ts";

const pathOf = (template: string): JsonPath => new JsonPath(template, { allowMissingKeys: true });
const object = {
  name: "é",
  list: ["x", "y", "z"],
  empties: [[1], [], [2]],
  items: [
    { name: "a", size: 1, ports: [80, 443] },
    { name: "b", size: 2, ports: [] },
  ],
  spec: { "a.b": "dotted", a: 1, none: null },
};

describe("a template", () => {
  test.each([
    ["{.items[*].name} {.spec}", 'a b {"a":1,"a.b":"dotted","none":null}'],
    ["{range .items[*]}{range .ports[*]}{@},{end};{end}", "80,443,;;"],
    ["{.spec.a\\.b}{.spec['a\\.b']}{.spec['a.b']}", "dotteddotted"],
    ["{.spec.['a']}", ""],
    ["{.spec.none}", "null"],
    ["{.list[]}{.list[-1]}{.list[0:2]}{.list[::2]}{.list[0,2]}", "xzx yx zx z"],
    ["{.items[?(@.size>1)].name}{.items[?(@.ports[9])].name}", "ba b"],
    ["{.name.*}", "195 169"],
    ["{.list..}", '["x","y","z"] x y z'],
  ])("%s prints %s", (template, text) => expect(pathOf(template).print(object)).toBe(text));

  test("ends an index at the first value that it takes nothing of", () =>
    expect(pathOf("{.empties[*][0:1]}{.empties[*][0:0]}").print({ empties: [[1], [2]] })).toBe("1 2"));

  test("goes on behind the start of its range with the next value", () => {
    const path = pathOf("{range .items[*]}{.name}{end}");
    expect(path.print(object)).toBe("ab");
    expect(() => path.print(object)).toThrow("not in range, nothing to end");
  });

  test("tells of missing members where these are not allowed", () =>
    expect(() => new JsonPath("{.a.b}", { allowMissingKeys: false }).print(object)).toThrow("a is not found"));
});

const deep = decodeJson(`${'{"a":'.repeat(300)}[1,[2,3]]${"}".repeat(300)}`);
const wide = decodeJson(`${"[".repeat(60)}${"]".repeat(60)}`);

test.each([
  ["{..a..a..a..a..a.none}", deep],
  [`{${"[0,0,0]".repeat(40)}.none}`, wide],
  ["{[?(@..a..a..a..a.none)]}", [deep]],
  [`{${"..[*]".repeat(60)}}`, wide],
  [`${"{range ..a}".repeat(20)}{.none}`, deep],
])("%s ends after a bounded number of steps", (template, value) =>
  expect(() => pathOf(template).findResults(value)).toThrow("the template takes too many steps"),
);

test("what it says of a value is bounded by the nesting that JSON may have", () => {
  const nested = decodeJson(`${'{"a":['.repeat(4900)}${"]}".repeat(4900)}`);
  expect(() => pathOf("{[?(@.a)]}").findResults(nested)).toThrow("is not array or slice and cannot be filtered");
});
