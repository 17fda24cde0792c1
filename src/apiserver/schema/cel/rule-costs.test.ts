import { describe, expect, it, test } from "vitest";
import { fieldPath } from "../../../apimachinery/field-error.ts";
import { newStructural } from "../structural/new-structural.ts";
import { costMessage } from "./rule-context.ts";
import { ruleCosts } from "./rule-costs.ts";

const path = fieldPath("openAPIV3Schema");

describe("what rules cost", () => {
  const schema = newStructural({
    type: "object",
    properties: {
      tags: {
        type: "array",
        maxItems: 100,
        items: {
          type: "string",
          maxLength: 10,
          "x-kubernetes-validations": [{ rule: "self == 'x'", messageExpression: "'not ' + self" }],
        },
      },
      open: { type: "array", items: { type: "integer", "x-kubernetes-validations": [{ rule: "self > 5" }] } },
      wrong: { type: "integer", "x-kubernetes-validations": [{ rule: "self.nope" }] },
    },
  });

  it("is multiplied by how often they may run", () => {
    const [tags] = ruleCosts(schema, path);
    expect(tags).toMatchObject({
      path: "openAPIV3Schema.properties[tags].items.x-kubernetes-validations[0]",
      index: 0,
      rule: "self == 'x'",
      cost: 2,
      cardinality: 100,
      isBounded: true,
      total: 200,
      shareOfRuleLimit: 200 / 10_000_000,
    });
    expect(tags?.shareOfSchemaLimit).toBe((200 + Number(tags?.messageCost)) / 100_000_000);
  });

  it("is estimated by the size of a request where nothing bounds them", () => {
    expect(ruleCosts(schema, path)[1]).toMatchObject({ cardinality: 1_572_864, isBounded: false, total: 3_145_728 });
  });

  it("is nothing for rules that do not compile, with the reason", () => {
    expect(ruleCosts(schema, path)[2]).toMatchObject({
      cost: 0,
      total: 0,
      error: expect.stringContaining("type 'int' does not support field selection"),
    });
  });
});

describe("rules within allOf", () => {
  const within = [
    {
      "x-kubernetes-validations": [{ rule: "self.size > 0" }],
      properties: {
        size: { "x-kubernetes-validations": [{ rule: "self < 9" }] },
        unknown: { "x-kubernetes-validations": [{ rule: "true" }] },
      },
    },
  ];
  const schemaWith = (rules: readonly object[]) =>
    newStructural({
      type: "object",
      properties: { size: { type: "integer", ...(rules.length > 0 && { "x-kubernetes-validations": rules }) } },
      allOf: within,
    } as never);

  it("have costs that no limit counts", () => {
    expect(
      ruleCosts(schemaWith([{ rule: "self != 5" }]), path).map(({ path: at, rule, isLimited }) => [
        at,
        rule,
        isLimited,
      ]),
    ).toEqual([
      ["openAPIV3Schema.properties[size].x-kubernetes-validations[0]", "self != 5", true],
      ["openAPIV3Schema.allOf[0].x-kubernetes-validations[0]", "self.size > 0", false],
      ["openAPIV3Schema.allOf[0].properties[size].x-kubernetes-validations[0]", "self < 9", false],
    ]);
  });

  it("do not run where the schema has no others", () => {
    expect(ruleCosts(schemaWith([]), path)).toEqual([]);
  });
});

test.each([
  [10_000_001, "1.000000x"],
  [12_555_100, "1.255510x"],
  [22_500_000, "2.2x"],
  [27_500_000, "2.8x"],
  [1_000_000_000, "100.0x"],
  [18446744073709551615n, "more than 100x"],
])("a cost of %d exceeds the limit by %s", (cost, factor) =>
  expect(costMessage("cost", cost, 10_000_000)).toContain(`budget by factor of ${factor} (`),
);

// oxfmt-ignore
test.each([
  ["the key of a map at the top as itself", "self.m.all(k, v, k.contains(k))", 53],
  ["the key of a map below as its value", "self.p.m.all(k, v, k.contains(k))", 144_054],
  ["the rounds of an inner loop by its list", "self.items.all(i, i.tags.all(t, t != 'a'))", 1063],
  ["the rounds of an inner loop by the field read last", "self.items.all(i, i.tags.all(t, t != i.name))", 120_063],
])("rules count %s", (_, rule, cost) => {
  const m = { type: "object", maxProperties: 10, additionalProperties: { type: "string", maxLength: 300 } } as const;
  const tags = { type: "array", maxItems: 20, items: { type: "string", maxLength: 10 } } as const;
  const item = { type: "object", properties: { tags, name: { type: "string", maxLength: 300 } } } as const;
  const schema = newStructural({
    type: "object",
    properties: { m, p: { type: "object", properties: { m } }, items: { type: "array", maxItems: 10, items: item } },
    "x-kubernetes-validations": [{ rule }],
  });
  expect(ruleCosts(schema, path)).toMatchObject([{ cost }]);
});
