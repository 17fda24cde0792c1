import { expect, test } from "vitest";
import { withBounds } from "./schema-edit.ts";
import { schemaNodes, valuesAt } from "./schema-nodes.ts";

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      "x-kubernetes-validations": [{ rule: "true" }],
      properties: {
        hosts: { type: "array", items: { type: "string" } },
        labels: { type: "object", additionalProperties: { type: "string" } },
      },
    },
  },
};

test("every node of a schema has a way to it, and its rules", () => {
  expect(schemaNodes(schema).map(({ path }) => path.join("."))).toEqual([
    "",
    "spec",
    "spec.hosts",
    "spec.hosts.[*]",
    "spec.labels",
    "spec.labels.{*}",
  ]);
  expect(schemaNodes(schema)[1]?.rules).toEqual(["true"]);
  expect(schemaNodes("nonsense")).toEqual([]);
});

test("values are found where a node says", () => {
  const object = { spec: { hosts: ["a", "b"], labels: { x: "1" } } };
  expect(valuesAt(object, ["spec", "hosts", "[*]"])).toEqual(["a", "b"]);
  expect(valuesAt(object, ["spec", "labels", "{*}"])).toEqual(["1"]);
  expect(valuesAt(object, [])).toEqual([object]);
  expect(valuesAt(object, ["nope", "x"])).toEqual([]);
});

test("stating a bound leaves the rest of the text as it was", async () => {
  const text =
    "type: object\nproperties:\n  # all of them\n  hosts:\n    type: array # in order\n    items:\n      type: string\n";
  const edited = await withBounds(text, [
    { path: ["hosts"], keyword: "maxItems", value: 64 },
    { path: ["hosts", "[*]"], keyword: "maxLength", value: 253 },
  ]);
  expect(edited).toBe(
    "type: object\nproperties:\n  # all of them\n  hosts:\n    type: array # in order\n    items:\n      type: string\n      maxLength: 253\n    maxItems: 64\n",
  );
});
