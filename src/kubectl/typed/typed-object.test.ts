import { describe, expect, test } from "vitest";
import { isTyped, typedJson, withZeroValues } from "./typed-object.ts";

describe("objects of kubectl's types", () => {
  const config = {
    metadata: { namespace: "x", name: "a" },
    data: { b: "2", a: "1" },
    kind: "ConfigMap",
    apiVersion: "v1",
  };

  test("print their fields in Go's order and maps by key", () => {
    expect(JSON.stringify(JSON.parse(typedJson(config)))).toBe(
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"x"},"data":{"a":"1","b":"2"}}',
    );
  });

  test("print members that the type does not have after those that it has", () => {
    expect(typedJson({ extra: [], ...config })).toMatch(/"data": \{[^}]+\},\n {4}"extra": \[\]\n\}$/);
  });

  test("get the empty structs that Go writes, and no others", () => {
    const deployment = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web" },
      spec: { template: { spec: { containers: [{ name: "a" }], securityContext: {} } } },
    };
    expect(withZeroValues(deployment)).toEqual({
      ...deployment,
      spec: {
        selector: null,
        strategy: {},
        template: { metadata: {}, spec: { containers: [{ name: "a", resources: {} }], securityContext: {} } },
      },
      status: {},
    });
  });

  test("are those of built-in kinds only", () => {
    expect([isTyped(config), isTyped({ apiVersion: "example.com/v1", kind: "ConfigMap" })]).toEqual([true, false]);
  });
});
