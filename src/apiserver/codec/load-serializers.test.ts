import { describe, expect, it } from "vitest";
import { convertToJson, loadSerializers, namedBy } from "./load-serializers.ts";

describe("loadSerializers", () => {
  it.each([
    ["application/apply-patch+yaml", ["application/yaml"]],
    ["application/apply-patch+cbor", ["application/yaml", "application/cbor"]],
  ])("loads YAML for configurations in %s", async (type, named) => {
    expect(namedBy(type)).toEqual(named);
    const body = new TextEncoder().encode("a: 1");
    expect(() => convertToJson("application/none", body)).toThrow("the serializer of application/none is not loaded");
    await loadSerializers(type);
    expect(convertToJson("application/yaml", body)).toEqual({ json: '{"a":1}', duplicates: [] });
  });

  it("loads nothing for JSON", () => {
    expect(loadSerializers("application/json, application/merge-patch+json")).toBeUndefined();
  });
});
