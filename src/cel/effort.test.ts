import { describe, expect, test } from "vitest";
import { member } from "./env/declarations.ts";
import { createEnv } from "./env/env.ts";
import { createEnvSet, librariesUpTo, perCallLimit } from "./env/kubernetes.ts";
import { traversalCosts } from "./cost/string-costs.ts";
import { re2Engine } from "./library/re2-engine.ts";
import { installRegexEngine } from "./library/regex-engine.ts";
import { Program, type EvalResult } from "./program.ts";
import { dynType, stringType } from "./types/type.ts";
import { mostEffort } from "./values/effort.ts";
import { jsonValue } from "./values/json.ts";
import { printValue } from "./values/print.ts";

installRegexEngine(re2Engine);
const env = createEnvSet().storedExpressions.extend({ variables: [["self", dynType]] });
const length = 1_000_000;
const last = (text: string, end: string): string => text.slice(0, -1) + end;
const texts = { a: "a".repeat(length), pairs: "é😀".repeat(length / 4) };
const numbers = Array.from({ length: 100_000 }, (_, i) => i);
const self = jsonValue({
  ...texts,
  b: last(texts.a, "b"),
  list: numbers,
  other: [...numbers.slice(0, -1), -1],
});

function run(expression: string, costLimit = perCallLimit): EvalResult {
  return new Program(env.compile(expression), env, { costLimit }).evaluate(new Map([["self", self]]));
}

const times = (count: number, expression: string): string => `lists.range(${count}).all(i, ${expression})`;
/** The steps of reading a text of a million characters once, if some of them are of two units. */
const once = (3 * length) / 8;

describe("calls on one long text read it once", () => {
  test.each([
    ["self.a.charAt(i) == 'a'"],
    ["self.pairs.charAt(2 * i) == 'é'"],
    ["self.pairs.charAt(400001 + 2 * i) == '😀'"],
    ["size(self.a) == 1000000"],
    ["self.pairs.size() == 500000"],
    ["self.a != 'aaaaaaaaaaaaaaaa'"],
  ])("%s", (expression) => {
    const { value, effort } = run(times(1000, expression));
    expect(printValue(value)).toBe("true");
    expect(effort).toBeLessThanOrEqual(once);
  });

  test.each([
    ["self.pairs.substring(499998) == 'é😀'"],
    ["self.pairs.indexOf('é', 499997) == 499998"],
    ["self.pairs.lastIndexOf('😀') == 499999"],
    ["self.pairs.split('', 2)[1].size() == 499999"],
  ])("%s", (expression) => {
    const { value, effort } = run(times(3, expression));
    expect(printValue(value)).toBe("true");
    expect(effort).toBeLessThanOrEqual(4 * once);
  });
});

describe("an evaluation ends where its cost does not bound what it does", () => {
  test.each([
    ["nested lists", times(1000, "[self.list] != [self.other]")],
    ["texts in lists", times(100_000, "[self.a] != [self.b]")],
    ["a pattern of many threads", "self.a.find('(a|b){500}[c-z]') != ''"],
    ["matches that are sought to the end", "self.a.findAll('a.*b|a').size() > 0"],
    ["numbers of a million digits", times(1000, "self.a.replace('a', '1').matches('x') || int(self.a) > 0")],
    ["patterns that are made anew", times(100_000, "!'x'.matches(string(i) + '(a|b|c|d|e|f|g|h)+y')")],
    ["formats of long lists", times(1000, "'%s'.format([self.list]) != ''")],
    ["lists that are flattened", "self.list.map(i, self.list).flatten().size() > 0"],
    ["texts that are joined", "self.list.map(i, self.a).join('').size() > 0"],
    ["texts that are replaced", "self.a.replace('a', self.a).size() > 0"],
  ])("%s", (_, expression) => {
    const { value, effort, cost } = run(expression);
    expect(printValue(value)).toMatch(/^(operation interrupted|Invalid string length|operation cancelled: .*)$/);
    expect(effort).toBeLessThan(2 * mostEffort);
    expect(cost).toBeLessThan(3 * perCallLimit);
  });
});

test("a call whose cost exceeds the limit does not run", () => {
  let runs = 0;
  const probe = member("string_probe", [stringType], stringType, (text) => {
    runs++;
    return text;
  });
  const library = { name: "probe", functions: [{ name: "probe", overloads: [probe], costs: traversalCosts() }] };
  const probing = createEnv([...librariesUpTo(34), library]).extend({ variables: [["self", dynType]] });
  const program = new Program(probing.compile("self.a.probe() == ''"), probing, { costLimit: length / 20 });
  const { exceededLimit, cost } = program.evaluate(new Map([["self", self]]));
  expect({ runs, exceededLimit, cost }).toEqual({ runs: 0, exceededLimit: true, cost: length / 10 + 2 });
});
