import { describe, expect, it } from "vitest";

describe("loadSerializers", () => {
  it.each(["application/apply-patch+yaml", "application/apply-patch+cbor"])(
    "loads YAML for configurations in %s",
    async (type) => {
      const { convertToJson, loadSerializers } = await import("./load-serializers.ts");
      const body = new TextEncoder().encode("a: 1");
      await loadSerializers(type);
      expect(convertToJson("application/yaml", body)).toEqual({ json: '{"a":1}', duplicates: [] });
    },
  );

  it("loads nothing for JSON", async () => {
    const { loadSerializers } = await import("./load-serializers.ts");
    expect(loadSerializers("application/json, application/merge-patch+json")).toBeUndefined();
  });
});
