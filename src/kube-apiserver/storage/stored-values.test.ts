import { expect, it } from "vitest";
import { builtinResources } from "../../apis/all-resources.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { createStoredValues } from "./stored-values.ts";

const valuesOf = async () =>
  createStoredValues({ types: await loadBuiltinTypes(), resources: builtinResources }, "application/json");

it.each([
  ["null", "Object 'Kind' is missing in 'null'"],
  ["{}", "Object 'Kind' is missing in '{}'"],
  ["[]", /^couldn't get version\/kind; json parse error: json: cannot unmarshal array into Go value of type struct/],
  ["", "unexpected end of JSON input"],
])("refuses the value %o in upstream's words", async (value, message) => {
  const values = await valuesOf();
  for (const key of ["/registry/configmaps/default/a", "/registry/g.example.com/things/default/a"])
    expect(() => values.decode(key, new TextEncoder().encode(value), 1)).toThrow(message);
});

const template = { metadata: { labels: { "batch.kubernetes.io/controller-uid": "u", app: "a" } } };

// as kube-apiserver 1.34.1 stores them
it.each([
  {
    key: "/registry/persistentvolumeclaims/default/a",
    object: { metadata: { name: "a", uid: "u" }, status: { phase: "Pending" } },
    filled: ["status", "phase"],
  },
  {
    key: "/registry/jobs/default/a",
    object: { metadata: { name: "a", uid: "u", labels: template.metadata.labels }, spec: { template } },
    filled: ["metadata", "labels"],
  },
])("stores a new object of $key without the defaults that its readers fill in", async ({ key, object, filled }) => {
  const values = await valuesOf();
  const text = JSON.stringify(object).slice(1);
  const [first, later] = [true, false].map((isNew) => values.encode({ key, revision: 1, text }, isNew));
  const [stored, again] = [first, later].map((value) => JSON.parse(new TextDecoder().decode(value)));
  expect(again).toMatchObject(object);
  expect(stored).not.toHaveProperty(filled);
  for (const value of [first, later])
    expect(JSON.parse(`{${values.decode(key, value ?? new Uint8Array(), 1)}`)).toMatchObject(object);
});
