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

it("reads a field once, however many terms name it", () => {
  let reads = 0;
  const fields = new Proxy({ a: "x" } as Record<string, string>, {
    get: (target, key) => (reads++, target[String(key)]),
  });
  const others = Array.from({ length: 10_000 }, (_, i) => `a!=${i}`).join(",");
  expect(parseFieldSelector(others).matches(fields)).toBe(true);
  expect(parseFieldSelector(`${others},a!=x`).matches(fields)).toBe(false);
  expect(parseFieldSelector("a=x,a=y").matches(fields)).toBe(false);
  expect(reads).toBe(3);
});
