import { expect, test } from "vitest";
import { Double, type JsonValue } from "../../../apimachinery/json/value.ts";
import { runWalk } from "../../../apimachinery/walk.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { fromUnstructured } from "./from-unstructured.ts";

const types = await loadBuiltinTypes();

function schemaOf(kind: string): ObjectSchema {
  const schema = types.schemaOf({ group: kind === "Deployment" ? "apps" : "", version: "v1", kind });
  if (schema === undefined) throw new Error(`no ${kind}`);
  return schema;
}

test.each<[string, JsonValue, string]>([
  ["Deployment", { spec: { replicas: "many" } }, "unrecognized type: int32"],
  ["Deployment", { spec: { replicas: 1.5 } }, "cannot convert float64 to int32"],
  ["Deployment", { spec: { paused: "yes" } }, "unrecognized type: bool"],
  ["Deployment", { spec: [] }, "cannot restore struct from: slice"],
  ["Deployment", { metadata: { labels: "a" } }, "cannot restore map from string"],
  ["Deployment", { metadata: { finalizers: {} } }, "cannot restore slice from map"],
  ["Deployment", { metadata: { name: 1 } }, "cannot convert int64 to string"],
  ["Deployment", { metadata: { name: true } }, "unrecognized type: string"],
  ["Secret", { metadata: { creationTimestamp: true } }, "json: cannot unmarshal bool into Go value of type string"],
  [
    "Deployment",
    { metadata: { creationTimestamp: "2024-01-01" } },
    'parsing time "2024-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
  ],
  [
    "Deployment",
    { spec: { strategy: { rollingUpdate: { maxSurge: true } } } },
    "json: cannot unmarshal bool into Go value of type int32",
  ],
  ["Secret", { data: { k: "%%" } }, "error decoding from json: illegal base64 data at input byte 0"],
])("a %s does not take %j", (kind, value, message) => {
  expect(() => runWalk(fromUnstructured(value, schemaOf(kind)))).toThrow(message);
});

test("whole floats become integers, and integers wrap around", () => {
  expect(runWalk(fromUnstructured({ spec: { replicas: new Double(3) } }, schemaOf("Deployment")))).toEqual({
    spec: { replicas: 3 },
  });
  expect(runWalk(fromUnstructured({ spec: { replicas: 4294967298 } }, schemaOf("Deployment")))).toEqual({
    spec: { replicas: 2 },
  });
});

test.each([
  [1e19, 0],
  [-1e19, 0],
  [2 ** 32 + 5, 5],
])("the float %d wraps around to the int32 %d", (value, expected) => {
  const converted = runWalk(fromUnstructured({ spec: { replicas: new Double(value) } }, schemaOf("Deployment")));
  expect(converted).toEqual({ spec: { replicas: expected } });
});
