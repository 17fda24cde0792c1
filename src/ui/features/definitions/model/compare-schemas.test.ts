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
  ["a type that changed", { type: "string" }, { type: "integer" }, ["breaks a: type changed from string to integer: values of the old type are refused"]],
  ["a wider type", { type: "integer" }, { type: "number" }, ["loosens a: type changed from integer to number"]],
  ["an enum narrowed and widened", { type: "string", enum: ["x", "y"] }, { type: "string", enum: ["y", "z"] }, ['breaks a: "x" not allowed any more', 'loosens a: "z" allowed as well']],
  ["an enum where there was none", { type: "string" }, { type: "string", enum: ["x"] }, ['breaks a: only "x" allowed now']],
  ["bounds tightened", { type: "integer", minimum: 1, maximum: 9 }, { type: "integer", minimum: 2, maximum: 8 }, ["breaks a: minimum raised from 1 to 2", "breaks a: maximum lowered from 9 to 8"]],
  ["bounds loosened", { type: "string", maxLength: 5, minLength: 2 }, { type: "string", maxLength: 6 }, ["loosens a: minLength 2 taken away", "loosens a: maxLength raised from 5 to 6"]],
  ["a bound added", { type: "array" }, { type: "array", maxItems: 3 }, ["breaks a: maxItems 3 added: values above it are refused"]],
  ["a pattern added", { type: "string" }, { type: "string", pattern: "^a" }, ['breaks a: pattern "^a" added: what does not fit is refused']],
  ["null forbidden", { type: "string", nullable: true }, { type: "string" }, ["breaks a: null is not allowed any more"]],
  ["a default changed", { type: "string", default: "x" }, { type: "string", default: "y" }, ['notes a: default changed from "x" to "y": stored objects that do not say it change their meaning']],
  ["a list that becomes a set", { type: "array" }, { type: "array", "x-kubernetes-list-type": "set" }, ["breaks a: list type changed from atomic to set: lists with an item twice are refused"]],
  ["other keys", { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] }, { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "b"] }, ["breaks a: keys changed from a to a, b: items are told apart otherwise"]],
  ["unknown fields dropped", { type: "object", "x-kubernetes-preserve-unknown-fields": true }, { type: "object" }, ["breaks a: unknown fields are not kept any more: they are dropped from what is read and written"]],
])("%s", (_, before, after, expected) => expect(ofField(before, after)).toEqual(expected));

test("fields that go and come", () => {
  const a = { type: "string" };
  expect(found(object({ a }), object({ b: a }, { required: ["b"] }))).toEqual([
    "breaks a: field removed: its values are dropped from what is read and written",
    "breaks b: required field added: objects without it are refused",
  ]);
  expect(found(object({}), object({ b: { ...a, default: "x" } }, { required: ["b"] }))).toEqual([
    "loosens b: field added, required with a default",
  ]);
  expect(found(object({ a }), { type: "object", "x-kubernetes-preserve-unknown-fields": true })).toContain(
    "notes a: not described any more; values are kept",
  );
});

test("required is about objects without the field", () => {
  const a = { type: "string" };
  expect(found(object({ a }), object({ a }, { required: ["a"] }))).toEqual([
    "breaks a: required now: objects without it are refused",
  ]);
  expect(found(object({ a }, { required: ["a"] }), object({ a }))).toEqual(["loosens a: not required any more"]);
  expect(
    found(object({ a: { ...a, default: "x" } }), object({ a: { ...a, default: "x" } }, { required: ["a"] })),
  ).toEqual([]);
  expect(found(object({ a: { ...a, default: "x" } }, { required: ["a"] }), object({ a }, { required: ["a"] }))).toEqual(
    [
      "breaks a: required, and has no default any more: objects without it are refused",
      'notes a: default "x" taken away: objects that do not say it have no value',
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
    "breaks : rule added: self == oldSelf (asked when a value changes)",
  ]);
  expect(found(rules({ rule: "self.a" }), rules())).toEqual(["loosens : rule taken away: self.a"]);
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
