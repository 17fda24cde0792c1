import { describe, expect, test } from "vitest";
import { Double, isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { createEnvSet } from "../env/kubernetes.ts";
import { re2Engine } from "../library/re2-engine.ts";
import { installRegexEngine } from "../library/regex-engine.ts";
import { Program, type EvalResult } from "../program.ts";
import { dynType, mapOf, stringType } from "../types/type.ts";
import { EvalError } from "../values/eval-error.ts";
import { HashMap } from "../values/hash-map.ts";
import { jsonValue } from "../values/json.ts";
import { printValue } from "../values/print.ts";
import { ArrayList, type Value } from "../values/value.ts";

installRegexEngine(re2Engine);
const json: JsonValue = {
  name: "web-1",
  long: "a name of more than ten characters",
  empty: "",
  replicas: 3,
  huge: 9007199254740993n,
  ratio: 0.5,
  whole: new Double(2),
  unset: null,
  ports: [{ name: "http", port: 80 }, { name: "https", port: 443 }, { port: "none" }],
  tags: ["a", "b"],
  deep: { value: { value: 1 }, map: { a: { b: { c: "d" } } } },
  whole2: { value: new Double(1) },
  constructor: "own",
  "0": "zero",
};

/** Converts JSON to maps and lists of values, which the interpreter accesses differently than JSON. */
function builtValue(value: JsonValue): Value {
  if (Array.isArray(value)) return new ArrayList(value.map(builtValue));
  if (isObject(value)) return new HashMap(Object.entries(value).map(([name, member]) => [name, builtValue(member)]));
  return jsonValue(value);
}

const env = createEnvSet().storedExpressions.extend({
  variables: [
    ["self", mapOf(stringType, dynType)],
    ["any", dynType],
  ],
});
const ofJson: ReadonlyMap<string, Value> = new Map([
  ["self", jsonValue(json)],
  ["any", jsonValue(json)],
]);
const ofValues: ReadonlyMap<string, Value> = new Map([
  ["self", builtValue(json)],
  ["any", builtValue(json)],
]);
const told = ({ value, cost, exceededLimit }: EvalResult): readonly unknown[] => [
  printValue(value),
  cost,
  exceededLimit,
];
const programOf = (expr: string): Program => new Program(env.compile(expr), env);

// oxfmt-ignore
const exprs = [
  "self.name", "self.nope", "self.replicas.nope", "self.tags.nope", "self.ratio.value", "self.whole.value", "self.whole.nope", "self.whole2.value.value", "self.unset", "self.unset.a", "self.deep.value.value",
  "self.deep.map.a.b.c", "self.deep.nope.a.b", "self.constructor", "self.toString", "self.deep.constructor", "self.tags.length", "self['0']", "self.tags['0']", "self.tags[1]", "self['name']", "any.name", "any.tags.b",
  "has(self.name)", "has(self.nope)", "has(self.unset)", "has(self.replicas.a)", "has(self.tags.a)", "has(self.nope.a)", "has(self.deep.map.a)", "has(self.deep.map.z)", "has(self.deep.map.a.b.z)", "has(self.toString)",
  "has(self.whole.value)", "has(self.name.a)", "self.name == 'web-1'", "self.name != 'web-1'", "self.long == self.long", "self.empty == ''", "self.empty == self.name", "self.name == self.replicas",
  "self.nope == 'x'", "'x' == self.nope", "self.huge == self.huge", "self.ratio == 0.5", "self.ratio < self.replicas", "self.replicas <= 3", "self.replicas > self.name", "self.replicas < self.nope",
  "self.huge > self.replicas", "self.whole >= self.replicas", "self.deep.value.value == 1", "self.tags == self.tags", "self.ports == self.ports", "'name' in self", "'a' in self.tags", "'a' in self.deep.map",
  "'toString' in self.deep", "'__proto__' in self.deep", "'a' in self.nope", "'a' in self.name", "'constructor' in self", "!has(self.name)", "!self.name", "!(self.nope)",
  "self.ports.all(p, p.port > 0)", "self.ports.all(p, has(p.name))", "self.ports.exists(p, p.port == 443)", "self.ports.exists(p, p.nope == 443)", "self.ports.exists_one(p, has(p.name) && p.name == 'http')",
  "self.ports.exists_one(p, p.port > 1)", "self.ports.filter(p, has(p.name))", "self.ports.filter(p, p.port)", "self.ports.map(p, p.port)", "self.ports.map(p, p.name)", "self.ports.map(p, has(p.name), p.name)",
  "self.ports.map(p, 1)", "self.tags.map(t, [t])", "self.deep.map(k, k)", "self.deep.all(k, k == 'value' || k == 'map')", "self.name.all(c, true)", "self.nope.map(x, x)", "[].exists_one(x, true)",
  "self.ports.filter(p, p.port == 80).map(p, p.name)", "self.tags.all(t, self.ports.exists(p, p.name == t))", "self.ports.map(p, p.?name.orValue('none'))", "self.name.matches('^web-[0-9]+$')", "self.nope.matches('a')",
];

describe("what is read as JSON is what values at hand are", () => {
  test.each(exprs)("%s", (expr) => {
    const program = programOf(expr);
    const expected = told(program.explain(ofValues));
    expect(told(program.evaluate(ofJson))).toEqual(expected);
    expect(told(program.evaluate(ofValues))).toEqual(expected);
    const untracked = new Program(program.checked, env, { trackCost: false });
    expect(printValue(untracked.evaluate(ofJson).value)).toBe(expected[0]);
    expect(printValue(untracked.evaluate(ofValues).value)).toBe(expected[0]);
  });
});

describe("every limit ends an evaluation at the same cost", () => {
  test.each(exprs)("%s", (expr) => {
    const program = programOf(expr);
    const { cost } = program.evaluate(ofJson);
    for (let costLimit = 0; costLimit <= cost; costLimit++)
      expect([costLimit, ...told(program.evaluate(ofJson, { costLimit }))]).toEqual([
        costLimit,
        ...told(program.explain(ofValues, { costLimit })),
      ]);
  });
});

test.each([
  "all(x, x >= 0)",
  "exists(x, x < 0)",
  "exists_one(x, x < 0)",
  "map(x, x)",
  "filter(x, true)",
  "all(i, x, x >= 0)",
  "transformList(i, x, x)",
])("%s stops when it is interrupted", (macro) => {
  let rounds = 0;
  const list: ReadonlyMap<string, Value> = new Map([["any", jsonValue(Array.from({ length: 100 }, (_, i) => i))]]);
  const { value } = programOf(`any.${macro}`).evaluate(list, { isInterrupted: () => ++rounds === 10 });
  expect(value).toEqual(new EvalError("operation interrupted"));
  expect(rounds).toBe(10);
});

test("a variable may be computed by the same program", () => {
  const program = programOf("self.replicas + any");
  const inner: ReadonlyMap<string, Value> = new Map<string, Value>([
    ["self", jsonValue(json)],
    ["any", 1],
  ]);
  const outer = { get: (name: string) => (name === "any" ? program.evaluate(inner).value : inner.get(name)) };
  expect(program.evaluate(outer)).toEqual({ value: 7, cost: 4, effort: 0, exceededLimit: false });
});
