import { expect, test } from "vitest";
import { createMemoryBackend, createSystemClock, createSystemRandom, createApiServer } from "../../index.ts";
import { placeOfSchemaPath, rulePlaces, withOnlyRule } from "./rule-places.ts";

const rule = (text: string, more: object = {}) => ({ rule: text, ...more });

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["min", "max"],
      "x-kubernetes-validations": [
        rule("self.min <= self.max", { message: "min is above max" }),
        rule("self.max >= oldSelf.max", { message: "never shrink" }),
      ],
      properties: {
        min: { type: "integer", default: 1 },
        max: { type: "integer" },
        hosts: {
          type: "array",
          maxItems: 4,
          items: {
            type: "string",
            maxLength: 20,
            pattern: "^[a-z.]+$",
            "x-kubernetes-validations": [rule("self.endsWith('.test')")],
          },
        },
        labels: {
          type: "object",
          additionalProperties: { type: "string", "x-kubernetes-validations": [rule("self != 'no'")] },
        },
      },
    },
  },
};

const spec = {
  group: "example.com",
  scope: "Namespaced",
  names: { kind: "Scaler", plural: "scalers" },
  versions: [{ name: "v1", served: true, storage: false, schema: { openAPIV3Schema: schema } }],
};
const written = { spec, version: "v1" };

const object = (parts: object) => ({
  apiVersion: "example.com/v1",
  kind: "Scaler",
  metadata: { name: "a" },
  spec: parts,
});

async function calls() {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  return server.inspect;
}

const nested = {
  ...schema,
  allOf: [
    {
      "x-kubernetes-validations": [rule("has(self.spec)")],
      properties: { spec: { "x-kubernetes-validations": [rule("self.min != 7", { message: "not seven" })] } },
    },
  ],
};

test("every rule has its place, and a schema can be left with one of them", () => {
  const places = rulePlaces(nested);
  expect(places.map(({ path, index, within = "-" }) => `${path.join("/")} ${index} ${within}`)).toEqual([
    "spec 0 -",
    "spec 1 -",
    "spec/hosts/[*] 0 -",
    "spec/labels/{*} 0 -",
    " 0 allOf[0]",
    "spec 0 allOf[0].properties[spec]",
  ]);
  for (const place of places)
    expect(JSON.stringify(withOnlyRule(nested, place.stated)).match(/"rule":"[^"]*"/g)).toEqual([
      `"rule":"${place.rule}"`,
    ]);
});

test("rules of allOf alone never run", () => {
  expect(rulePlaces({ type: "object", allOf: nested.allOf })).toEqual([]);
});

test("a schema's path names what a rule is about and where it is written", () => {
  expect(
    placeOfSchemaPath(
      "openAPIV3Schema.properties[spec].properties[a.b].items.additionalProperties.x-kubernetes-validations[2]",
    ),
  ).toEqual({ path: ["spec", "a.b", "[*]", "{*}"] });
  expect(
    placeOfSchemaPath("openAPIV3Schema.properties[spec].allOf[0].items.allOf[1].x-kubernetes-validations[0]"),
  ).toEqual({ path: ["spec", "[*]"], within: "allOf[0].items.allOf[1]" });
  expect(placeOfSchemaPath("openAPIV3Schema.x-kubernetes-validations[0]")).toEqual({ path: [] });
});

test("rules within allOf are judged like others, and no limit counts their cost", async () => {
  const inspect = await calls();
  const all = {
    version: "v1",
    spec: { ...spec, versions: [{ ...spec.versions[0], schema: { openAPIV3Schema: nested } }] },
  };
  const { rules, fixtures } = await inspect.definitionVerdicts(all, [{ object: object({ min: 7, max: 9 }) }]);
  expect(rules.slice(4)).toMatchObject([
    { within: "allOf[0]" },
    { path: ["spec"], within: "allOf[0].properties[spec]" },
  ]);
  expect(fixtures[0]?.rules.slice(4).map(({ outcome }) => outcome)).toEqual(["held", "broken"]);
  expect(fixtures[0]?.problems).toMatchObject([{ field: "spec", message: expect.stringContaining("not seven") }]);
  const [plain, more] = [await inspect.definitionCosts(written), await inspect.definitionCosts(all)];
  expect(more.rules.map(({ isLimited }) => isLimited)).toEqual([true, true, true, true, false, false]);
  expect(more.share).toBe(plain.share);
});

test("every rule has an estimate and its share of the limits", async () => {
  const { rules, ruleLimit, share } = await (await calls()).definitionCosts(written);
  expect(ruleLimit).toBe(10_000_000);
  expect(rules.map(({ path, index, isBounded }) => [path.join("/"), index, isBounded])).toEqual([
    ["spec", 0, true],
    ["spec", 1, true],
    ["spec/hosts/[*]", 0, true],
    ["spec/labels/{*}", 0, false],
  ]);
  for (const { cost, shareOfRuleLimit } of rules) {
    expect(Number(cost)).toBeGreaterThan(0);
    expect(shareOfRuleLimit).toBeGreaterThan(0);
  }
  expect(rules[2]?.cardinality).toBe(4);
  expect(share).toBeCloseTo(rules.reduce((sum, { shareOfSchemaLimit }) => sum + shareOfSchemaLimit, 0));
});

test("a schema that cannot be used is refused in words", async () => {
  const inspect = await calls();
  await expect(inspect.definitionCosts({ spec, version: "v2" })).rejects.toThrow("the definition has no version v2");
  await expect(
    inspect.definitionVerdicts({ spec: { ...spec, versions: [{ name: "v1" }] }, version: "v1" }, []),
  ).rejects.toThrow("version v1 has no schema");
});

test("fixtures are held against each rule and against all of it", async () => {
  const { rules, fixtures } = await (
    await calls()
  ).definitionVerdicts(written, [
    { object: object({ max: 3 }) },
    { object: object({ min: 5, max: 3, hosts: ["a.test", "b"] }) },
    { object: object({ max: 2 }), old: object({ max: 3 }) },
    { object: object({ min: 5, max: 3, labels: { a: "x" } }), old: object({ min: 5, max: 3 }) },
    { object: object({ max: "many", extra: 1 }) },
  ]);
  expect(rules.map(({ path, index }) => `${path.join("/")} ${index}`)).toEqual([
    "spec 0",
    "spec 1",
    "spec/hosts/[*] 0",
    "spec/labels/{*} 0",
  ]);
  expect(fixtures.map((verdict) => verdict.rules.map(({ outcome, runs }) => `${outcome} ${runs}`))).toEqual([
    ["held 1", "unreached 0", "unreached 0", "unreached 0"],
    ["broken 1", "unreached 0", "broken 2", "unreached 0"],
    ["held 1", "broken 1", "unreached 0", "unreached 0"],
    ["broken 1", "held 1", "unreached 0", "held 1"],
    ["unchecked 0", "unchecked 0", "unchecked 0", "unchecked 0"],
  ]);
  expect(fixtures[0]).toMatchObject({ problems: [], schema: [] });
  expect(fixtures[0]?.cost).toBeGreaterThan(0);
  expect(fixtures[1]?.problems.map(({ field }) => field)).toEqual(["spec", "spec.hosts[1]"]);
  expect(fixtures[2]?.problems[0]?.message).toContain("never shrink");
  expect(fixtures[4]?.schema.map(({ field }) => field)).toEqual(["spec.max"]);
  expect(fixtures[4]?.warnings).toEqual(['unknown field "spec.extra"']);
  expect(fixtures[4]?.problems.at(-1)?.message).toContain("some validation rules were not checked");
});
