import { beforeAll, describe, expect, test } from "vitest";
import { estimateCost } from "./cost/estimator.ts";
import { CompileError } from "./env/env.ts";
import { createEnvSet } from "./env/kubernetes.ts";
import { ProgramError } from "./interpreter/planned.ts";
import { re2Engine } from "./library/re2-engine.ts";
import { installRegexEngine } from "./library/regex-engine.ts";
import { Program } from "./program.ts";
import { dynType, intType, listOf, stringType } from "./types/type.ts";
import { EvalError } from "./values/eval-error.ts";
import { HashMap } from "./values/hash-map.ts";
import { ArrayList, type Value } from "./values/value.ts";

const { storedExpressions, newExpressions } = createEnvSet();
const env = storedExpressions.extend({
  variables: [
    ["self", dynType],
    ["list", listOf(intType)],
    ["text", stringType],
  ],
});
const self = new HashMap([
  ["name", "web-1"],
  ["nothing", null],
  ["ports", new ArrayList([80, 443])],
]);
const variables: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["self", self],
  ["list", new ArrayList([1, 2, 3])],
  ["text", "😀é"],
]);

beforeAll(() => installRegexEngine(re2Engine));

const programOf = (text: string): Program => new Program(env.compile(text), env);
const evaluate = (text: string): unknown => {
  const { value } = programOf(text).evaluate(variables);
  return value instanceof EvalError ? `error: ${value.message}` : value;
};
const problemOf = (text: string, base = env): string => {
  try {
    base.compile(text);
    return "";
  } catch (error) {
    if (error instanceof CompileError) return error.message;
    throw error;
  }
};

describe("values", () => {
  test.each([
    ["1 + 2 * 3", 7],
    ["9223372036854775807 - 1", 9223372036854775806n],
    ["9223372036854775807 + 1", "error: integer overflow"],
    ["-7 / 2", -3],
    ["-7 % 3", -1],
    ["size(text)", 2],
    ["text.charAt(1)", "é"],
    ["self.name.startsWith('web')", true],
    ["self.missing", "error: no such key: missing"],
    ["has(self.missing)", false],
    ["has(self.nothing)", true],
    ["self.nothing == null", true],
    ["self.ports[1]", 443],
    ["self.ports[2]", "error: index out of bounds: 2"],
    ["self.?missing.orValue(5)", 5],
    ["list.map(x, x * 2).sum()", 12],
    ["list.exists_one(x, x > 2)", true],
    ["{1: 'a'}[dyn(1.0)]", "a"],
    ["'a1b22'.findAll('[0-9]+').join('-')", "1-22"],
    ["'%s %d'.format(['a', 5])", "a 5"],
    ["timestamp('2024-02-29T00:00:00Z').getHours('America/New_York')", 19],
    ["string(timestamp('2024-02-29T12:30:45.5+02:00'))", "2024-02-29T12:30:45.5+02:00"],
  ])("%s", (text, expected) => expect(evaluate(text)).toEqual(expected));
});

describe("errors are absorbed", () => {
  test.each([
    ["true || 1 / 0 == 1", true],
    ["1 / 0 == 1 || true", true],
    ["false && 1 / 0 == 1", false],
    ["1 / 0 == 1 && false", false],
    ["1 / 0 == 1 || false", "error: division by zero"],
    ["[0, 1].exists(x, 1 / x == 1)", true],
    ["[1, 0].all(x, 1 / x == 1)", "error: division by zero"],
    ["[2, 0].all(x, 1 / x == 1)", false],
  ])("%s", (text, expected) => expect(evaluate(text)).toEqual(expected));
});

describe("costs", () => {
  test("an evaluation costs what the real engine says", () => {
    expect(programOf("list.all(x, x > 0)").evaluate(variables).cost).toBe(17);
    expect(programOf("list.map(x, x + 1)").evaluate(variables).cost).toBe(44);
  });

  test.each([
    ["has(self.name)", 1],
    ["has((list == list ? self : self).name)", 3],
    ["has((true ? self : self).name)", 0],
    ["(true ? self : self).name", 1],
    ["dyn(format.named('uuid')).validate('x')", 20],
  ])("%s costs %d", (text, cost) => {
    expect(programOf(text).evaluate(variables).cost).toBe(cost);
    expect(programOf(text).explain(variables).cost).toBe(cost);
  });

  test("it ends at the unit that exceeds the limit", () => {
    const { value, cost, exceededLimit } = programOf("list.all(x, x > 0)").evaluate(variables, { costLimit: 9 });
    expect({ value, cost, exceededLimit }).toEqual({
      value: new EvalError("operation cancelled: actual cost limit exceeded"),
      cost: 10,
      exceededLimit: true,
    });
  });

  test("estimates follow from the bounds of the inputs", () => {
    const checked = env.compile("list.all(x, x > 0)");
    expect(estimateCost(checked, ({ path }) => (path.join(".") === "list" ? { min: 0, max: 10 } : undefined))).toEqual({
      min: 2,
      max: 52,
    });
    expect(estimateCost(checked, () => undefined).max).toBe(18446744073709551615n);
    const absolute = env.compile(".list.all(x, x > 0)");
    expect(
      estimateCost(absolute, ({ path }) => (path.join(".") === "list" ? { min: 0, max: 10 } : undefined)).max,
    ).toBe(52);
  });

  test("explaining costs the same and tells what decided", () => {
    const program = programOf("list.all(x, x < 2)");
    const explained = program.explain(variables);
    const plain = program.evaluate(variables);
    expect({ value: explained.value, cost: explained.cost }).toEqual({ value: plain.value, cost: plain.cost });
    expect(explained.record.of(program.checked.expr.id)?.decidedBy).toEqual({ index: 1, element: 2 });
  });

  test("an interrupt ends a comprehension", () => {
    expect(programOf("list.map(x, x)").evaluate(variables, { isInterrupted: () => true }).value).toEqual(
      new EvalError("operation interrupted"),
    );
  });
});

describe("what does not compile is told with its place", () => {
  test.each([
    [
      "1 + 'a'",
      "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 + 'a'\n | ..^",
    ],
    ["nope", "ERROR: <input>:1:1: undeclared reference to 'nope' (in container '')\n | nope\n | ^"],
    [
      "'日本' +",
      "ERROR: <input>:1:7: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | '日本' +\n | .．．...^",
    ],
    ["[1", "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {']', ','}\n | [1\n | ..^"],
    ["[1, 'a']", "ERROR: <input>:1:5: expected type 'int' but found 'string'\n | [1, 'a']\n | ....^"],
    ["duration('x')", "ERROR: <input>:1:10: invalid duration argument\n | duration('x')\n | .........^"],
  ])("%s", (text, expected) => expect(problemOf(text)).toBe(expected));

  test("deep nesting is refused, not overflowed", () => {
    expect(problemOf("(".repeat(5000))).toContain("expression recursion limit exceeded: 250");
    expect(problemOf(`1${"+1".repeat(5000)}`)).toContain("recursion");
  });

  test("a wrong constant fails when the program is made", () => {
    expect(() => programOf("int('x') == 1 || true")).toThrow(
      new ProgramError("type conversion error from 'string' to 'int'"),
    );
  });

  test("libraries of this version are for stored expressions only", () => {
    expect(problemOf("[1].distinct()", storedExpressions)).toBe("");
    expect(problemOf("[1].distinct()", newExpressions)).toContain("undeclared reference to 'distinct'");
  });
});

describe("text with syntax errors", () => {
  test.each([
    ["has(self.a[)", "1:11: invalid argument to has() macro"],
    ["(for % 2 1)", "1:2: reserved identifier: for"],
    ["9223372036854775808 1", "1:1: invalid int literal"],
    ["[].all({i, v, true)", "1:8: argument must be a simple name"],
    ["has(.(-1).a)", "1:0: invalid argument to has() macro"],
    ["{1 2}.`b c`", "1:7: unsupported syntax: '`'"],
  ])("%s also has other errors", (text, issue) => {
    const issues = problemOf(text)
      .split("\n")
      .filter((line) => line.startsWith("ERROR"));
    expect(issues.some((line) => line.includes("Syntax error"))).toBe(true);
    expect(issues).toContain(`ERROR: <input>:${issue}`);
  });
});
