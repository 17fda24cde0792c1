import { beforeAll, describe, expect, it } from "vitest";
import { errorMessage } from "../../../apimachinery/field-error.ts";
import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { asDefinition, asObject, type Definition } from "../definition.ts";
import { createLazyTools } from "./tools.ts";
import { validateDefinition, validateDefinitionUpdate } from "./validate-definition.ts";

const tools = createLazyTools();

const define = (properties: Readonly<Record<string, JSONSchemaProps>>): Definition =>
  asDefinition({
    metadata: { name: "foos.example.com", resourceVersion: "1" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" },
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", properties } } },
      ],
    },
    status: { storedVersions: ["v1"] },
  });

type Rule = NonNullable<JSONSchemaProps["x-kubernetes-validations"]>[number];

const ruled = (props: JSONSchemaProps, ...rules: readonly (string | Rule)[]): JSONSchemaProps => ({
  ...props,
  "x-kubernetes-validations": rules.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});
const text: JSONSchemaProps = { type: "string" };
const num: JSONSchemaProps = { type: "integer" };
const at = (place: string): string => `spec.validation.openAPIV3Schema.properties${place}`;
const hint =
  "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";

beforeAll(async () => {
  await tools.load(asObject(define({ a: ruled(text, "self.matches('a')") })));
});

const problems = (properties: Readonly<Record<string, JSONSchemaProps>>): readonly string[] =>
  validateDefinition(define(properties), tools).map(errorMessage);
const changed = (
  properties: Readonly<Record<string, JSONSchemaProps>>,
  old: Readonly<Record<string, JSONSchemaProps>>,
): readonly string[] => validateDefinitionUpdate(define(properties), define(old), tools).map(errorMessage);

describe("the rules of a new definition", () => {
  it("may be fine", () => expect(problems({ a: ruled(num, "self > 0") })).toEqual([]));

  it("must compile", () => {
    expect(problems({ a: ruled(num, "self.b") }).join()).toContain(
      `${at("[a].x-kubernetes-validations[0].rule")}: Invalid value: {"Rule":"self.b","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5:`,
    );
  });

  it("must evaluate to bool, their messages to string", () => {
    const [rule, message] = problems({
      a: ruled(num, "self"),
      b: ruled(num, { rule: "self > 0", messageExpression: "self" }),
    });
    expect(rule).toMatch(/: cel expression must evaluate to a bool$/);
    expect(message).toMatch(/messageExpression: Invalid value: .*: messageExpression must evaluate to a string$/);
  });

  it("are not looked at where something else is wrong with their schema", () => {
    expect(problems({ a: { ...ruled(num, "nope"), uniqueItems: true } })).toEqual([
      `${at("[a].uniqueItems")}: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic`,
    ]);
  });

  it("cannot look at old values where nobody knows which they were", () => {
    expect(problems({ a: { type: "array", items: ruled(num, "self == oldSelf") } })).toEqual([
      `${at("[a].items.x-kubernetes-validations[0].rule")}: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${at("[a]")}`,
    ]);
  });

  it("say that old values are optional only where they look at them", () => {
    expect(problems({ a: ruled(num, { rule: "self > 0", optionalOldSelf: false }) })).toEqual([
      `${at("[a].x-kubernetes-validations[0].optionalOldSelf")}: Invalid value: false: may not be set if oldSelf is not used in rule`,
    ]);
  });

  it("must not cost too much each, nor all together", () => {
    const costly = ruled({ type: "array", items: text }, "self.all(a, self.all(b, a == b))");
    const [rule, contribution, total] = problems({ a: costly });
    expect(rule).toBe(
      `${at("[a].x-kubernetes-validations[0].rule")}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${hint}`,
    );
    expect(contribution).toBe(
      `${at("[a].x-kubernetes-validations[0].rule")}: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
    );
    expect(total).toBe(
      `spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${hint}`,
    );
  });

  it("hold for defaults, also for those that come from nowhere", () => {
    const rule = { rule: "oldSelf.hasValue() || self > 5", optionalOldSelf: true };
    expect(problems({ a: { ...ruled(num, "self > 5"), default: 1 }, b: { ...ruled(num, rule), default: 2 } })).toEqual([
      `${at("[a].default")}: Invalid value: "integer": failed rule: self > 5`,
      `${at("[b].default")}: Invalid value: "integer": failed rule: oldSelf.hasValue() || self > 5`,
    ]);
  });
});

describe("the rules of a changed definition", () => {
  const newerOnly = ruled({ type: "array", maxItems: 3, items: num }, "self.slice(0, 1) == [1]");

  it("may stay what they were, though new ones might not be like them", () => {
    expect(problems({ a: newerOnly })).toHaveLength(1);
    expect(changed({ a: newerOnly, b: num }, { a: newerOnly })).toEqual([]);
    expect(changed({ a: newerOnly }, { a: num })).toHaveLength(1);
  });

  it("may cost what they did each where the schema is the same", () => {
    const costly = ruled(
      { type: "array", maxItems: 1000, items: { ...text, maxLength: 400 } },
      "self.all(a, self.exists(b, a == b))",
    );
    const [tooMuch] = changed({ a: costly, b: num }, { a: costly });
    expect(tooMuch).toContain("estimated rule cost exceeds budget by factor of");
    expect(
      changed({ a: costly }, { a: costly }).filter((problem) => problem.includes("estimated rule cost exceeds")),
    ).toEqual([]);
  });
});
