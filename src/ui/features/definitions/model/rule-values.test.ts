import { expect, test } from "vitest";
import { formatSteps, ruleValues } from "./rule-values.ts";
import type { SchemaNode } from "./schema-node.ts";

const schema: SchemaNode = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        databases: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: { type: "object", properties: { name: { type: "string" }, size: { type: "integer" } } },
        },
        labels: { type: "object", additionalProperties: { type: "string" } },
      },
    },
  },
};
const object = {
  spec: {
    databases: [
      { name: "b", size: 2 },
      { name: "a", size: 1 },
    ],
    labels: { x: "1", y: "2" },
  },
};
const old = { spec: { databases: [{ name: "a", size: 9 }], labels: { y: "3" } } };

test("the value of an error's field, and what it was before by its keys", () => {
  expect(ruleValues(schema, ["spec", "databases", "[*]"], { object, old }, "spec.databases[1].size")).toEqual({
    steps: ["spec", "databases", "1"],
    self: { name: "a", size: 1 },
    oldSelf: { name: "a", size: 9 },
  });
  expect(ruleValues(schema, ["spec", "labels", "{*}"], { object, old }, "spec.labels[y]")).toMatchObject({
    self: "2",
    oldSelf: "3",
  });
});

test("the first value where no field is named", () => {
  expect(ruleValues(schema, ["spec", "databases", "[*]"], { object, old })).toMatchObject({
    self: { name: "b", size: 2 },
    oldSelf: undefined,
  });
});

test("nothing where no value stands", () => {
  expect(ruleValues(schema, ["spec", "databases", "[*]"], { object: { spec: {} } })).toBeUndefined();
  expect(ruleValues(schema, ["status"], { object })).toBeUndefined();
});

test("a place in words", () => expect(formatSteps(["spec", "databases", "1", "size"])).toBe("spec.databases[1].size"));
