import { expect, test } from "vitest";
import { answerProblem, asksWebhook, functionTemplate } from "./conversion-text.ts";
import { readDefinition } from "./written-definition.ts";

const version = (name: string, fields: object) => ({
  name,
  schema: { openAPIV3Schema: { properties: { spec: { properties: fields } } } },
});
const written = (conversion: object) =>
  readDefinition({
    kind: "CustomResourceDefinition",
    metadata: { name: "a.g.io" },
    spec: {
      group: "g.io",
      names: { kind: "A", plural: "a" },
      conversion,
      versions: [version("v1", { size: {} }), version("v2", {})],
    },
  });

test("a function is wanted where the definition names a webhook", () => {
  const [none, webhook] = [written({ strategy: "None" }), written({ strategy: "Webhook" })];
  expect([none && asksWebhook(none), webhook && asksWebhook(webhook)]).toEqual([false, true]);
});

test("the first function names the versions and their fields, and runs", () => {
  const definition = written({});
  const source = definition === undefined ? "" : functionTemplate(definition);
  expect(source).toContain('case "g.io/v1":\n      // has spec.size');
  const convert = new Function(`${source}; return convert;`)() as (object: object, apiVersion: string) => object;
  expect(convert({ apiVersion: "g.io/v1", a: 1 }, "g.io/v2")).toEqual({ apiVersion: "g.io/v2", a: 1 });
});

const given = { apiVersion: "g.io/v1", kind: "A", metadata: { name: "x" } };

test.each([
  [undefined, "the function has to return an object"],
  [given, "invalid groupVersion (expected g.io/v2, received g.io/v1)"],
  [{ ...given, apiVersion: "g.io/v2", kind: "B" }, "invalid kind (expected A, received B)"],
  [{ ...given, apiVersion: "g.io/v2", metadata: { name: "y" } }, "must have the same name: x != y"],
  [{ ...given, apiVersion: "g.io/v2" }, undefined],
])("an answer %j is told as %j", (answered, told) => {
  expect(answerProblem(given, answered, "g.io/v2")).toBe(told);
});
