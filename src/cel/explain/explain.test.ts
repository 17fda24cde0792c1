import { beforeAll, describe, expect, test } from "vitest";
import { createEnvSet } from "../env/kubernetes.ts";
import { re2Engine } from "../library/re2-engine.ts";
import { installRegexEngine } from "../library/regex-engine.ts";
import { Program } from "../program.ts";
import { dynType, intType, listOf, optionalOf, stringType } from "../types/type.ts";
import { HashMap } from "../values/hash-map.ts";
import { ArrayList, Optional, type Value } from "../values/value.ts";
import { explain } from "./explain.ts";
import type { CelNode } from "../../component-base/cel-node.ts";

beforeAll(() => installRegexEngine(re2Engine));

const env = createEnvSet().storedExpressions.extend({
  variables: [
    ["self", dynType],
    ["list", listOf(intType)],
    ["text", stringType],
    ["maybe", optionalOf(intType)],
  ],
});
const self = new HashMap([
  ["name", "web-1"],
  ["ports", new ArrayList([80, 443])],
  [
    "labels",
    new HashMap([
      ["app", "web"],
      ["tier", "front"],
    ]),
  ],
]);
const variables: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["self", self],
  ["list", new ArrayList([1, 2, 3])],
  ["text", "hello"],
  ["maybe", new Optional(4)],
]);
const sizes = ({ path }: { readonly path: readonly string[] }) =>
  path.join(".") === "list" ? { min: 0, max: 10 } : undefined;

const programOf = (text: string): Program => new Program(env.compile(text), env);
const run = (text: string, costLimit = Infinity) => explain(programOf(text), variables, sizes, { costLimit });
const all = (node: CelNode): readonly CelNode[] => [node, ...node.children.flatMap(all)];
const sourceOf = (text: string) => all(run(text).root).map((node) => text.slice(node.start, node.end));

// oxfmt-ignore
const expressions = [
  "list.all(x, x > 0)", "list.exists(x, x == 3)", "list.map(x, x * 2).sum() == 12", "list.filter(y, y > 1)", "list.exists_one(x, x > 2)", "list.map(x, x > 1, x + 1)",
  "self.ports.all(p, p > 0 && p < 65536)", "self.name.startsWith('web') ? size(self.ports) : -1", "has(self.labels) && has(self.labels.app)", "self.?missing.orValue('none')",
  "maybe.optMap(v, v + 1).orValue(0)", "self.labels.all(k, self.labels[k] != '')", "self.labels.transformList(k, v, k + v)", "list.all(i, x, x > i)", "text.matches('^h.*o$')",
  "1 / 0 == 1 || true", "[1, 2].exists(x, list.exists(y, x == y))", "{'a': list[0]}['a'] in [1, 2]", "self.ports[?5].hasValue()", "[3, 1].sortBy(x, x)", "-list[0] < 0 && !(text == '')", "list.exists(x, x > 0)",
];

describe("explaining", () => {
  test.each(expressions)(
    "%s: costs of its parts add up to that of the whole, which is what evaluating costs",
    (text) => {
      const { root, cost, value } = run(text);
      const plain = programOf(text).evaluate(variables);
      expect(cost).toBe(plain.cost);
      expect(value).toStrictEqual(plain.value);
      expect(root.run?.cost).toBe(cost);
    },
  );

  test.each(expressions)("%s stops where evaluating does when the limit is exceeded", (text) => {
    const { cost } = programOf(text).evaluate(variables);
    for (let costLimit = 0; costLimit < cost; costLimit++) {
      const plain = programOf(text).evaluate(variables, { costLimit });
      const explained = run(text, costLimit);
      expect(explained).toMatchObject({ cost: plain.cost, exceededLimit: true });
      expect(explained.root.run?.cost).toBe(plain.cost);
    }
  });

  test("every node is the text that it was written as", () => {
    expect(sourceOf("self.ports.all(p, p > 0)")).toEqual([
      "self.ports.all(p, p > 0)",
      "self.ports",
      "self",
      "p > 0",
      "p",
      "0",
    ]);
    expect(sourceOf("size( list ) == -1")).toEqual(["size( list ) == -1", "size( list )", "list", "-1"]);
    expect(sourceOf("has(self.name) && self.ports[0] == 80")).toEqual([
      "has(self.name) && self.ports[0] == 80",
      "has(self.name)",
      "self",
      "self.ports[0] == 80",
      "self.ports[0]",
      "self.ports",
      "self",
      "0",
      "80",
    ]);
    expect(sourceOf("maybe.optMap(v, v + 1)")).toEqual(["maybe.optMap(v, v + 1)", "maybe", "v + 1", "v", "1"]);
    expect(sourceOf("list.filter(y, y > 1)")).toEqual(["list.filter(y, y > 1)", "list", "y > 1", "y", "1"]);
    expect(sourceOf("strings.quote(text)")).toEqual(["strings.quote(text)", "text"]);
    expect(sourceOf("self.?a.b")).toEqual(["self.?a.b", "self.?a", "self"]);
  });

  test("labels are what people call the parts", () => {
    const labels = all(run("self.ports.all(p, p > 0 && !has(self.x)) ? maybe.optMap(v, v) : maybe").root).map(
      ({ kind, label }) => `${kind} ${label}`,
    );
    expect(labels).toEqual([
      "operator ? :",
      "macro all",
      "field .ports",
      "name self",
      "operator &&",
      "operator >",
      "name p",
      "literal 0",
      "operator !",
      "macro has",
      "name self",
      "macro optMap",
      "name maybe",
      "name v",
      "name maybe",
    ]);
  });

  test("the element that decides is named, the last one too", () => {
    expect(run("list.all(x, x < 2)").root.run?.decidedBy).toEqual({ index: 1, element: "2" });
    expect(run("list.all(x, x < 3)").root.run?.decidedBy).toEqual({ index: 2, element: "3" });
    expect(run("list.exists(x, x == 3)").root.run?.decidedBy).toEqual({ index: 2, element: "3" });
    expect(run("list.all(x, x > 0)").root.run?.decidedBy).toBeUndefined();
    const inner = run("list.all(x, list.exists(y, y == x + 1))").root.children[1]?.run;
    expect(inner).toMatchObject({ value: "false", values: ["true", "true", "false"] });
    expect(inner?.decidedBy).toBeUndefined();
    expect(run("list.all(i, x, x < 2)").root.run?.decidedBy).toEqual({ index: 1, element: "2" });
  });

  test("parts know how often they ran, and with which values", () => {
    const predicate = run("list.all(x, x < 2)").root.children[1];
    expect(predicate?.run).toMatchObject({ count: 2, value: "false", values: ["true", "false"] });
    expect(all(run("self.ports == self.ports").root).map((node) => node.run?.count)).toEqual([1, 1, 1, 1, 1]);
    const [, constants] = run("text in ['a', 'b']").root.children;
    expect(constants?.run).toMatchObject({ count: 0, cost: 0, value: "['a', 'b']" });
    expect(run("true || text == 'x'").root.children[1]?.run?.count).toBe(0);
  });

  test("estimates multiply by the rounds around a part, and say where the bound comes from", () => {
    const { root } = run("list.all(x, list.exists(y, x == y))");
    const inner = root.children[1]?.children[1];
    expect(root.total).toEqual(root.estimate);
    expect(root.rounds).toEqual({ min: 0, max: 10 });
    expect(root.children[0]?.bound).toEqual({ path: ["list"], max: 10 });
    expect(inner).toMatchObject({
      label: "==",
      times: { min: 0, max: 100 },
      estimate: { min: 3, max: 3 },
      total: { min: 0, max: 300 },
    });
  });

  test("values are written as programs write them, long ones shortened", () => {
    expect(
      run("{'a': [dyn(1.0), dyn(2u), dyn(b'x'), dyn(duration('1h')), dyn(optional.of(null))]}").root.run?.value,
    ).toBe('{"a": [1.0, 2u, b"x", duration("1h0m0s"), optional.of(null)]}');
    const long = run("lists.range(5000)").root.run?.value ?? "";
    expect(long.length).toBeLessThan(450);
    expect(long).toMatch(/^\[0, 1, 2, .*… 4\d\d\d more\]$/);
  });
});
