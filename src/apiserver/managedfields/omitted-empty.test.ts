import { expect, it } from "vitest";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { loadBuiltinTypes } from "../schema/builtin/builtin-types.ts";
import { withoutOmitted } from "./omitted-empty.ts";

const types = await loadBuiltinTypes();

function omitted(group: string, version: string, kind: string, object: JsonObject): JsonObject {
  const schema = types.schemaOf({ group, version, kind });
  if (schema === undefined) throw new Error(`no ${kind}`);
  return withoutOmitted(object, schema);
}

// oxfmt-ignore
it.each([
  ["", "v1", "ConfigMap", { data: {}, binaryData: { a: "" } }, { binaryData: { a: "" } }],
  ["", "v1", "PersistentVolumeClaim", { spec: { accessModes: [], resources: { limits: {}, requests: { storage: "1" } } } }, { spec: { resources: { requests: { storage: "1" } } } }],
  ["", "v1", "Pod", { spec: { ephemeralContainers: [{ name: "a" }, { name: "b", ports: [] }] } }, { spec: { ephemeralContainers: [{ name: "a" }, { name: "b" }] } }],
  ["resource.k8s.io", "v1", "ResourceClaim", { spec: { devices: { requests: [], constraints: [] } } }, { spec: { devices: { requests: [] } } }],
  ["autoscaling", "v2", "HorizontalPodAutoscaler", { spec: { behavior: { scaleUp: { policies: [] } } } }, { spec: { behavior: { scaleUp: {} } } }],
])("%s %s %s is taken as it is encoded", (group, version, kind, object, expected) =>
  expect(omitted(group, version, kind, object)).toEqual(expected));

it("what has nothing to omit stays the same", () => {
  const pod = { spec: { ephemeralContainers: [{ name: "a", ports: [{ containerPort: 80 }] }] } };
  expect(omitted("", "v1", "Pod", pod)).toBe(pod);
});
