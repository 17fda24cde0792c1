import { describe, expect, it } from "vitest";
import { parseFieldSelector, transformMetaFields } from "./selector.ts";

describe("parseFieldSelector", () => {
  it("sorts terms, skips empty ones and takes a missing field for the empty string", () => {
    const selector = parseFieldSelector("b!=1,,a=");
    expect(selector.toString()).toBe("a=,b!=1");
    expect(selector.matches({ b: "2" })).toBe(true);
    expect(selector.matches({ b: "1" })).toBe(false);
  });

  it("keeps escaped commas", () =>
    expect(parseFieldSelector("a=b\\,c").requirements).toEqual([{ field: "a", operator: "=", value: "b,c" }]));

  it.each([
    ["x", "invalid selector: 'x'; can't understand 'x'"],
    ["a=b=c", "invalid field selector: unescaped character in value: 61"],
  ])("refuses %s", (text, message) => expect(() => parseFieldSelector(text)).toThrow(message));

  it("refuses fields that a kind does not have", () => {
    expect(() => parseFieldSelector("spec.x=1", transformMetaFields)).toThrow(
      '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
  });
});
