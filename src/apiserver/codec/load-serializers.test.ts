import { beforeEach, describe, expect, it, vi } from "vitest";

describe("loadSerializers", () => {
  beforeEach(() => vi.resetModules()); // what is loaded belongs to the process

  it.each(["application/apply-patch+yaml", "application/apply-patch+cbor"])(
    "loads YAML for configurations in %s",
    async (type) => {
      const { convertToJson, loadSerializers } = await import("./load-serializers.ts");
      const body = new TextEncoder().encode("a: 1");
      expect(() => convertToJson("application/yaml", body)).toThrow("the serializer of application/yaml is not loaded");
      await loadSerializers(type);
      expect(convertToJson("application/yaml", body)).toEqual({ json: '{"a":1}', duplicates: [] });
    },
  );

  it("loads nothing for JSON", async () => {
    const { loadSerializers } = await import("./load-serializers.ts");
    expect(loadSerializers("application/json, application/merge-patch+json")).toBeUndefined();
  });
});
