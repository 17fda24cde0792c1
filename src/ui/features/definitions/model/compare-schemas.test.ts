import { expect, test } from "vitest";
import { compareSchemas } from "./compare-schemas.ts";
import type { SchemaNode } from "./schema-node.ts";

const object = (properties: SchemaNode, more: SchemaNode = {}): SchemaNode => ({ type: "object", properties, ...more });
const found = (before: SchemaNode, after: SchemaNode) =>
  compareSchemas(before, after).map(({ kind, path, words }) => `${kind} ${path}: ${words}`);
const ofField = (before: SchemaNode, after: SchemaNode) => found(object({ a: before }), object({ a: after }));

test("nothing differs between a schema and itself, whatever is described how", () => {
  const schema = object({ a: { type: "array", items: object({ b: { type: "string", enum: ["x"] } }) } });
  expect(found(schema, JSON.parse(JSON.stringify(schema)))).toEqual([]);
  expect(ofField({ type: "string", description: "one" }, { type: "string", description: "two" })).toEqual([]);
});

// oxfmt-ignore
test.each<readonly [string, SchemaNode, SchemaNode, readonly string[]]>([
  ["a type that changed", { type: "string" }, { type: "integer" }, ["breaks a: type changed from string to integer: values of the old type are rejected"]],
  ["a wider type", { type: "integer" }, { type: "number" }, ["loosens a: type changed from integer to number"]],
  ["an enum narrowed and widened", { type: "string", enum: ["x", "y"] }, { type: "string", enum: ["y", "z"] }, ['breaks a: "x" no longer allowed', 'loosens a: "z" allowed too']],
  ["an enum where there was none", { type: "string" }, { type: "string", enum: ["x"] }, ['breaks a: only "x" allowed']],
  ["bounds tightened", { type: "integer", minimum: 1, maximum: 9 }, { type: "integer", minimum: 2, maximum: 8 }, ["breaks a: minimum raised from 1 to 2", "breaks a: maximum lowered from 9 to 8"]],
  ["bounds loosened", { type: "string", maxLength: 5, minLength: 2 }, { type: "string", maxLength: 6 }, ["loosens a: minLength 2 removed", "loosens a: maxLength raised from 5 to 6"]],
  ["a bound added", { type: "array" }, { type: "array", maxItems: 3 }, ["breaks a: maxItems 3 added: values above it are rejected"]],
  ["a pattern added", { type: "string" }, { type: "string", pattern: "^a" }, ['breaks a: pattern "^a" added: values that do not match are rejected']],
  ["null forbidden", { type: "string", nullable: true }, { type: "string" }, ["breaks a: null is no longer allowed"]],
  ["a default changed", { type: "string", default: "x" }, { type: "string", default: "y" }, ['notes a: default changed from "x" to "y": stored objects without the field change meaning']],
  ["a list that becomes a set", { type: "array" }, { type: "array", "x-kubernetes-list-type": "set" }, ["breaks a: list type changed from atomic to set: lists with duplicate items are rejected"]],
  ["other keys", { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] }, { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "b"] }, ["breaks a: keys changed from a to a, b: items are identified differently"]],
  ["unknown fields dropped", { type: "object", "x-kubernetes-preserve-unknown-fields": true }, { type: "object" }, ["breaks a: unknown fields are pruned"]],
])("%s", (_, before, after, expected) => expect(ofField(before, after)).toEqual(expected));

test("fields that go and come", () => {
  const a = { type: "string" };
  expect(found(object({ a }), object({ b: a }, { required: ["b"] }))).toEqual([
    "breaks a: field removed: its values are pruned",
    "breaks b: required field added: objects without it are rejected",
  ]);
  expect(found(object({}), object({ b: { ...a, default: "x" } }, { required: ["b"] }))).toEqual([
    "loosens b: field added, required with a default",
  ]);
  expect(found(object({ a }), { type: "object", "x-kubernetes-preserve-unknown-fields": true })).toContain(
    "notes a: no longer specified; values are kept",
  );
});

test("required is about objects without the field", () => {
  const a = { type: "string" };
  expect(found(object({ a }), object({ a }, { required: ["a"] }))).toEqual([
    "breaks a: required now: objects without it are rejected",
  ]);
  expect(found(object({ a }, { required: ["a"] }), object({ a }))).toEqual(["loosens a: no longer required"]);
  expect(
    found(object({ a: { ...a, default: "x" } }), object({ a: { ...a, default: "x" } }, { required: ["a"] })),
  ).toEqual([]);
  expect(found(object({ a: { ...a, default: "x" } }, { required: ["a"] }), object({ a }, { required: ["a"] }))).toEqual(
    [
      "breaks a: required and no longer has a default: objects without it are rejected",
      'notes a: default "x" removed: objects without the field have no value',
    ],
  );
});

test("rules are known by their text", () => {
  const rules = (...list: readonly SchemaNode[]) => object({}, { "x-kubernetes-validations": list });
  expect(
    found(
      rules({ rule: "self.a", message: "m" }),
      rules({ rule: "self.a", message: "n" }, { rule: "self == oldSelf" }),
    ),
  ).toEqual([
    "notes : message of a rule changed: n",
    "breaks : rule added: self == oldSelf (evaluated when the value changes)",
  ]);
  expect(found(rules({ rule: "self.a" }), rules())).toEqual(["loosens : rule removed: self.a"]);
});

test("paths lead through lists and maps", () => {
  const schema = (max: number) =>
    object({
      spec: object({
        rules: {
          type: "array",
          items: object({ labels: { type: "object", additionalProperties: { type: "string", maxLength: max } } }),
        },
      }),
    });
  expect(found(schema(9), schema(8))).toEqual(["breaks spec.rules[*].labels{*}: maxLength lowered from 9 to 8"]);
});
