import { beforeAll, describe, expect, test } from "vitest";
import { estimateCost } from "../../../cel/cost/estimator.ts";
import { CompileError } from "../../../cel/env/env.ts";
import { createEnvSet } from "../../../cel/env/kubernetes.ts";
import { re2Engine } from "../../../cel/library/re2-engine.ts";
import { installRegexEngine } from "../../../cel/library/regex-engine.ts";
import { Program } from "../../../cel/program.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import { newStructural } from "../structural/new-structural.ts";
import { declTypeProvider } from "./decl-type-provider.ts";
import { sizesOf } from "./decl-type.ts";
import { escapePropertyName, unescapePropertyName } from "./property-names.ts";
import { schemaDeclType } from "./schema-decl-type.ts";
import { schemaValue } from "./schema-value.ts";

beforeAll(() => installRegexEngine(re2Engine));
const env = createEnvSet().newExpressions;

const list = (type: string): JSONSchemaProps => ({
  type: "array",
  "x-kubernetes-list-type": type,
  items: { type: "string" },
});
const props: JSONSchemaProps = {
  type: "object",
  properties: {
    replicas: { type: "integer" },
    name: { type: "string", maxLength: 10 },
    ratio: { type: "number" },
    port: { "x-kubernetes-int-or-string": true },
    since: { type: "string", format: "date-time" },
    "a-b": { type: "string" },
    namespace: { type: "string", nullable: true },
    tags: list("set"),
    order: { ...list("atomic"), maxItems: 3 },
    embedded: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    byName: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
      items: { type: "object", properties: { k: { type: "string" }, v: { type: "integer" } } },
    },
  },
};
const schema = newStructural(props);
const decl = schemaDeclType(schema, "selfType");
if (decl === undefined) throw new Error("the schema has a type");
const scoped = env.extend({ variables: [["self", decl.type]], provider: declTypeProvider(decl) });

const object: JsonValue = {
  replicas: 3,
  name: "web",
  ratio: 2,
  port: "http",
  since: "2024-02-29T12:30:45Z",
  "a-b": "dash",
  namespace: null,
  tags: ["a", "b"],
  order: ["a", "b"],
  embedded: { metadata: { name: "inner" }, kind: "Pod", hidden: 1 },
  byName: [
    { k: "x", v: 1 },
    { k: "y", v: 2 },
  ],
};

function evaluate(rule: string): unknown {
  const { value } = new Program(scoped.compile(rule), scoped).evaluate(
    new Map([["self", schemaValue(object, schema)]]),
  );
  return value instanceof EvalError ? value.message : value;
}

describe("values seen through a schema", () => {
  test.each([
    ["self.replicas + 1", 4],
    ["self.ratio < 2.5 && type(self.ratio) == double", true],
    ["self.port == 'http'", true],
    ["self.since.getFullYear()", 2024],
    ["self.a__dash__b", "dash"],
    ["has(self.__namespace__) || has(self.namespace)", false],
    ["self.tags == ['b', 'a']", true],
    ["self.order == ['b', 'a']", false],
    ["size(self.tags + ['b', 'c'])", 3],
    ["size(self.order + ['b', 'c'])", 4],
    ["self.embedded.metadata.name", "inner"],
    ["self.byName == self.byName + [self.byName[0]]", true],
  ])("%s", (rule, expected) => expect(evaluate(rule)).toBe(expected));
});

test("fields the schema does not have are errors where they stand", () => {
  expect(() => scoped.compile("self.nope")).toThrow(
    new CompileError("self.nope", [{ message: "undefined field 'nope'", offset: 4, location: { line: 1, column: 4 } }])
      .message,
  );
});

test("bounds of the schema bound the cost", () => {
  const max = (rule: string): unknown => estimateCost(scoped.compile(rule), sizesOf(decl)).max;
  expect(max("self.name == 'x'")).toBe(3);
  expect(max("self.order.all(t, t != '')")).toBe(15);
  expect(max("self.tags.all(t, t != '')")).toBe(4194303);
});

test.each([
  ["a.b", "a__dot__b"],
  ["a-b", "a__dash__b"],
  ["a/b", "a__slash__b"],
  ["a__b", "a__underscores__b"],
  ["if", "__if__"],
])("%s is reached as %s", (name, escaped) => {
  expect(escapePropertyName(name)).toBe(escaped);
  expect(unescapePropertyName(escaped)).toBe(name);
});

test("names no expression can write are out of reach", () => {
  expect(escapePropertyName("1a")).toBeUndefined();
  expect(escapePropertyName("a b")).toBeUndefined();
});
