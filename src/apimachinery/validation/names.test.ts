import { describe, expect, it } from "vitest";
import { isConfigMapKey, isDns1123Label, isDns1123Subdomain, isQualifiedName, nameIsDnsSubdomain } from "./names.ts";

describe("name validators", () => {
  it.each(["a", "a-b", "a.b-c.d", "0"])("accept the subdomain %s", (name) =>
    expect(isDns1123Subdomain(name)).toEqual([]),
  );
  it.each(["", "A", "-a", "a-", "a..b", "a.-b", "a_b", "é", "a\n"])("refuse %j", (name) =>
    expect(isDns1123Subdomain(name)).toHaveLength(1),
  );

  it("count bytes", () => expect(isConfigMapKey("é".repeat(127))[0]).toBe("must be no more than 253 characters"));
  it("blame dots in labels", () => expect(isDns1123Label("a.b")).toEqual(["must not contain dots"]));
  it("let a generated name's beginning end with a dash", () => expect(nameIsDnsSubdomain("a-", true)).toEqual([]));
  it("check both parts of a qualified name", () => {
    expect(isQualifiedName("example.com/Name_1")).toEqual([]);
    expect(isQualifiedName("/a")).toEqual(["prefix part must be non-empty"]);
    expect(isQualifiedName("a/b/c")[0]).toMatch(/^a qualified name must consist of/);
  });
});
