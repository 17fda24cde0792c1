import { beforeAll, describe, expect, it } from "vitest";
import { errorMessage } from "../../../apimachinery/field-error.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { TracedRule } from "../../../component-base/trace.ts";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import { newStructural } from "../structural/new-structural.ts";
import { Correlation } from "../validation/correlation.ts";
import { loadRegexEngine } from "./load-regex-engine.ts";
import { compileRuleNode } from "./rule-node.ts";
import { validateRules, type RuleOptions } from "./rule-validator.ts";

beforeAll(loadRegexEngine);

type Rule = NonNullable<JSONSchemaProps["x-kubernetes-validations"]>[number];

const withRules = (props: JSONSchemaProps, ...rules: readonly (Rule | string)[]): JSONSchemaProps => ({
  ...props,
  "x-kubernetes-validations": rules.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});
const object = (properties: Readonly<Record<string, JSONSchemaProps>>): JSONSchemaProps => ({
  type: "object",
  properties,
});
const num: JSONSchemaProps = { type: "integer" };

function validate(
  props: JSONSchemaProps,
  value: JsonObject,
  old?: JsonValue,
  options?: RuleOptions,
): ReturnType<typeof validateRules> {
  const node = compileRuleNode(newStructural(props), true);
  if (node === undefined) throw new Error("the schema has no rules");
  return validateRules(node, value, old, options);
}

const problems = (...args: Parameters<typeof validate>): readonly string[] =>
  validate(...args).errors.map(errorMessage);

describe("a rule that is broken", () => {
  const spec = (rule: Rule): JSONSchemaProps =>
    object({ spec: withRules(object({ a: num, "b.c": object({ d: num }) }), rule) });
  const value: JsonObject = { spec: { a: 1 } };
  // oxfmt-ignore
  it.each<readonly [string, Rule, string]>([
    ["is told by its text", { rule: "self.a > 5" }, 'spec: Invalid value: "object": failed rule: self.a > 5'],
    ["is told by its message", { rule: "self.a > 5", message: " too small " }, 'spec: Invalid value: "object": too small'],
    ["is told by the message it makes", { rule: "self.a > 5", messageExpression: "'got ' + string(self.a)" }, 'spec: Invalid value: "object": got 1'],
    ["falls back to its message where it makes none", { rule: "self.a > 5", message: "small", messageExpression: "self.a > 0 ? '' : 'x'" }, 'spec: Invalid value: "object": small'],
    ["falls back where making the message fails", { rule: "self.a > 5", messageExpression: "string(self.a / 0)" }, 'spec: Invalid value: "object": failed rule: self.a > 5'],
    ["may be of another kind", { rule: "self.a > 5", reason: "FieldValueForbidden" }, "spec: Forbidden: failed rule: self.a > 5"],
    ["may tell a field below", { rule: "self.a > 5", fieldPath: ".a" }, 'spec.a: Invalid value: "object": failed rule: self.a > 5'],
    ["may tell a field with an odd name", { rule: "self.a > 5", fieldPath: "['b.c'].d" }, 'spec.b.c.d: Invalid value: "object": failed rule: self.a > 5'],
    ["fails where it cannot be evaluated", { rule: "10 / (self.a - 1) > 1" }, 'spec: Invalid value: "object": division by zero evaluating rule: 10 / (self.a - 1) > 1'],
  ])("%s", (_, rule, expected) => expect(problems(spec(rule), value)).toEqual([expected]));
});

describe("values of old", () => {
  const changing = object({
    a: withRules(num, "self == oldSelf"),
    b: withRules(num, { rule: "self > 0 || oldSelf.hasValue()", optionalOldSelf: true }),
  });

  it("are asked for only where there are any", () => {
    expect(problems(changing, { a: 1 })).toEqual([]);
    expect(problems(changing, { a: 1 }, { a: 2 })).toEqual([
      'a: Invalid value: "integer": failed rule: self == oldSelf',
    ]);
  });

  it("may be optional", () => {
    expect(problems(changing, { b: 0 })).toEqual([
      'b: Invalid value: "integer": failed rule: self > 0 || oldSelf.hasValue()',
    ]);
    expect(problems(changing, { b: 0 }, { b: 0 })).toEqual([]);
  });

  // oxfmt-ignore
  it.each<readonly [string, string, number | undefined, string]>([
    ["are missing on create", "'from ' + string(oldSelf.hasValue() ? oldSelf.value() : 0)", undefined, "failed rule: self > 5 || oldSelf.orValue(7) > 7"],
    ["are no optionals on update", "'from ' + string(oldSelf.value())", 3, "failed rule: self > 5 || oldSelf.orValue(7) > 7"],
    ["need not be read", "'self is ' + string(self)", 3, "self is 1"],
    ["need not be evaluated", "self > 0 ? 'small' : string(oldSelf.value())", undefined, "small"],
  ])("%s in the messageExpression of a rule for which they are optional", (_, messageExpression, old, expected) => {
    const rule = { rule: "self > 5 || oldSelf.orValue(7) > 7", optionalOldSelf: true, messageExpression };
    const before = old === undefined ? undefined : { n: old };
    expect(problems(object({ n: withRules(num, rule) }), { n: 1 }, before)).toEqual([
      `n: Invalid value: "integer": ${expected}`,
    ]);
  });

  it("can be selected from optionally in such a messageExpression", () => {
    const rule: Rule = {
      rule: "oldSelf.hasValue() && self.n > 5",
      optionalOldSelf: true,
      messageExpression: "'from ' + string(oldSelf.?n.orValue(0))",
      message: "no old value",
    };
    const props = object({ o: withRules(object({ n: num }), rule) });
    expect(problems(props, { o: { n: 1 } })).toEqual(['o: Invalid value: "object": no old value']);
    expect(problems(props, { o: { n: 1 } }, { o: { n: 3 } })).toEqual(['o: Invalid value: "object": from 3']);
  });

  // oxfmt-ignore
  it.each<readonly [string, string]>([
    ["differ from values of the schema", "oldSelf.value() != self"],
    ["read members by their own names", "dyn(oldSelf.value())['x-y'] == 1 && !('x__dash__y' in dyn(oldSelf.value()))"],
    ["read members that the schema does not know", "dyn(oldSelf.value())['other'] == 'o'"],
    ["read texts of a format as strings", "dyn(oldSelf.value()).day == '2024-01-02'"],
    ["read null", "dyn(oldSelf.value()).none == null"],
    ["find items of lists of type map by their keys", "self.l == oldSelf.value().l"],
  ])("lose their schema where they are optional: %s", (_, rule) => {
    const list: JSONSchemaProps = {
      type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], items: object({ k: { type: "string" } }),
    };
    const inner = object({ "x-y": num, day: { type: "string", format: "date", nullable: true }, none: { ...num, nullable: true }, l: list });
    const valueOf = (l: JsonValue): JsonValue => ({ "x-y": 1, day: "2024-01-02", none: null, l, other: "o" });
    const props = object({ o: withRules(inner, { rule, optionalOldSelf: true }) });
    expect(problems(props, { o: valueOf([{ k: "a" }, { k: "b" }]) }, { o: valueOf([{ k: "b" }, { k: "a" }]) })).toEqual([]);
  });

  it("fail as values of their own where they are optional and do not fit the schema", () => {
    const props = object({ n: withRules(num, { rule: "oldSelf.value() == self", optionalOldSelf: true }) });
    expect(problems(props, { n: 1 }, { n: "x" })).toEqual([
      'n: Invalid value: "integer": unsupported conversion to ref.Val: (*errors.errorString)invalid data, expected int, got string evaluating rule: oldSelf.value() == self',
    ]);
  });

  it("belong to items of lists of type map by their keys", () => {
    const item = withRules(object({ k: { type: "string" }, v: num }), "self.v >= oldSelf.v");
    const list = object({
      l: { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], items: item },
    });
    expect(
      problems(
        list,
        {
          l: [
            { k: "b", v: 2 },
            { k: "a", v: 1 },
            { k: "c", v: 0 },
          ],
        },
        {
          l: [
            { k: "a", v: 9 },
            { k: "b", v: 2 },
          ],
        },
      ),
    ).toEqual(['l[1]: Invalid value: "object": failed rule: self.v >= oldSelf.v']);
  });

  it("forgive what was broken before and did not change", () => {
    const props = object({ a: withRules(object({ x: num }), "self.x > 5"), b: withRules(num, "self > 5") });
    const [old, now] = [
      { a: { x: 1 }, b: 1 },
      { a: { x: 1 }, b: 2 },
    ];
    const result = validate(props, now, old, { correlation: new Correlation(now, old, newStructural(props)) });
    expect(result.errors.map(errorMessage)).toEqual(['b: Invalid value: "integer": failed rule: self > 5']);
    expect(result.forgiven.map(errorMessage)).toEqual(['a: Invalid value: "object": failed rule: self.x > 5']);
  });
});

it("visits items, values and members, each under its name", () => {
  const small = withRules(num, "self < 3");
  const props = object({
    list: { type: "array", items: small },
    map: { type: "object", additionalProperties: small },
    one: small,
  });
  expect(problems(props, { list: [1, 3], map: { k: 4 }, one: 5 })).toEqual(
    ["list[1]", "map[k]", "one"].map((path) => `${path}: Invalid value: "integer": failed rule: self < 3`),
  );
});

it("sees type and name of every resource", () => {
  expect(
    problems(withRules(object({}), "self.metadata.name == 'x' && self.kind == 'K'"), {
      apiVersion: "v1",
      kind: "K",
      metadata: { name: "y" },
    }),
  ).toEqual(["<nil>: Invalid value: \"object\": failed rule: self.metadata.name == 'x' && self.kind == 'K'"]);
});

it("leaves null alone", () => {
  expect(problems(object({ a: withRules({ type: "integer", nullable: true }, "self > 5") }), { a: null })).toEqual([]);
});

it("says why rules cannot run on values without a type", () => {
  expect(problems(withRules({ "x-kubernetes-preserve-unknown-fields": true }, "true"), {})).toEqual([
    '<nil>: Invalid value: "": rule compiler initialization error: failed to convert to declType for CEL validation rules',
  ]);
});

describe("cost", () => {
  const rules = object({ a: withRules(num, "self > 0", "self > 1"), b: withRules(num, "self > 0") });

  it("is taken off the budget, and everyone who asks hears of it", () => {
    const runs: TracedRule[] = [];
    const result = validate(rules, { a: 1, b: 2 }, undefined, { budget: 100, observe: (run) => runs.push(run) });
    expect(result.remainingBudget).toBe(94);
    expect(runs).toEqual([
      { path: "a", rule: "self > 0", cost: 2, outcome: "held" },
      { path: "a", rule: "self > 1", cost: 2, outcome: "broken" },
      { path: "b", rule: "self > 0", cost: 2, outcome: "held" },
    ]);
  });

  it("ends the validation where the budget does", () => {
    const result = validate(rules, { a: 2, b: 0 }, undefined, { budget: 3 });
    expect(result.remainingBudget).toBe(-1);
    expect(result.errors.map(errorMessage)).toEqual([
      'a: Invalid value: "integer": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });

  it("of one rule has a limit of its own", () => {
    const list = object({
      l: withRules({ type: "array", items: num }, "self.all(a, self.all(b, self.all(c, a + b + c >= 0)))"),
    });
    const result = validate(list, { l: Array.from({ length: 100 }, (_, i) => i) });
    expect(result.remainingBudget).toBe(-1);
    expect(result.errors.map(errorMessage).join()).toContain(
      "'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: self.all(",
    );
  });
});

it("knows the names of declared scalar types while checking, but not as values", () => {
  expect(problems(object({ n: withRules(num, "type(self) == timestamp", "timestamp.x == 1") }), { n: 1 })).toEqual([
    'n: Invalid value: "integer": rule compile error: program instantiation failed: reference to undefined type: timestamp',
    "n: Invalid value: \"integer\": rule compile error: compilation failed: ERROR: <input>:1:10: type 'type(timestamp)' does not support field selection\n | timestamp.x == 1\n | .........^",
  ]);
});

it("fails to find keys whose values do not fit the schema", () => {
  const props = object({
    m: withRules({ type: "object", additionalProperties: num }, "'a' in self", "dyn(1) in self"),
  });
  expect(problems(props, { m: { a: "x" } })).toEqual([
    "m: Invalid value: \"object\": invalid data, expected int, got string evaluating rule: 'a' in self",
    "m: Invalid value: \"object\": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: dyn(1) in self",
  ]);
});

it("finds no null of a set in another one", () => {
  const items: JSONSchemaProps = { ...num, nullable: true };
  const set: JSONSchemaProps = { type: "array", "x-kubernetes-list-type": "set", items };
  const props = object({ s: withRules(set, "self == self") });
  expect(problems(props, { s: [1] })).toEqual([]);
  expect(problems(props, { s: [null] })).toEqual(['s: Invalid value: "array": failed rule: self == self']);
});

describe("rules that pause", () => {
  /** Work that pauses before every step that it has not paused before, like a slice of no length. */
  class Slices {
    readonly #frames: object[] = [];
    #at = 0;
    #isPaused = false;
    charged = 0;
    pauses = 0;

    charge(units: number): void {
      this.charged += units;
    }
    pause(): void {
      this.#isPaused = !this.#isPaused;
      if (!this.#isPaused) return;
      this.pauses++;
      this.#at = 0;
      throw new Error("paused");
    }
    resume<T extends object>(kind: abstract new (...args: never[]) => T): T | undefined {
      const frame = this.#frames[this.#at];
      if (frame === undefined) return undefined;
      this.#at++;
      return frame instanceof kind ? frame : undefined;
    }
    begin<T extends object>(frame: T): T {
      this.#frames.push(frame);
      this.#at++;
      return frame;
    }
    end(): void {
      this.#frames.pop();
      this.#at--;
    }
  }

  const schema = withRules(
    object({
      ports: { type: "array", items: withRules(num, "self > 1"), maxItems: 10 },
      map: { type: "object", additionalProperties: withRules(num, "self < 5", "self != 3") },
    }),
    "self.ports.size() > 3",
    "self.map.size() < 2",
  );
  const value = { ports: [0, 1, 2], map: { a: 3, b: 7, c: 1 } };

  it("says what rules without a pause say, and runs each rule once", () => {
    const runs: TracedRule[] = [];
    const work = new Slices();
    const node = compileRuleNode(newStructural(schema), true);
    if (node === undefined) throw new Error("the schema has no rules");
    const attempt = (): ReturnType<typeof validateRules> | undefined => {
      try {
        return validateRules(node, value, undefined, { work, observe: (run) => runs.push(run) });
      } catch {
        return undefined;
      }
    };
    let result = attempt();
    for (let i = 0; i < 100 && result === undefined; i++) result = attempt();
    const atOnce: TracedRule[] = [];
    const expected = validate(schema, value, undefined, { observe: (run) => atOnce.push(run) });
    expect(result?.errors.map(errorMessage)).toEqual(expected.errors.map(errorMessage));
    expect(result?.remainingBudget).toBe(expected.remainingBudget);
    expect(runs).toEqual(atOnce);
    expect(work.pauses).toBe(11); // one before each rule
    expect(work.charged).toBeGreaterThan(0);
  });
});
