import { describe, expect, it } from "vitest";
import { formatResourceVersion, parseObjectResourceVersion, parseResourceVersion } from "./resource-version.ts";

describe("a resource version", () => {
  it.each([
    ["", 0n],
    ["0", 0n],
    ["00", 0n],
    ["007", 7n],
    ["9007199254740993", 9007199254740993n],
    ["18446744073709551615", 18446744073709551615n],
    ["00000000000000000000000001", 1n],
  ])("%j is a number", (text, expected) => {
    expect(parseResourceVersion(text)).toBe(expected);
    expect(parseObjectResourceVersion(text)).toBe(expected);
  });

  it.each([
    ["abc", 'strconv.ParseUint: parsing "abc": invalid syntax'],
    ["-1", 'strconv.ParseUint: parsing "-1": invalid syntax'],
    ["+1", 'strconv.ParseUint: parsing "+1": invalid syntax'],
    ["1_000", 'strconv.ParseUint: parsing "1_000": invalid syntax'],
    [" 1", 'strconv.ParseUint: parsing " 1": invalid syntax'],
    ['a"b', 'strconv.ParseUint: parsing "a\\"b": invalid syntax'],
    ["18446744073709551616", 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
  ])("%j is none, in upstream's words", (text, message) => {
    expect(() => parseObjectResourceVersion(text)).toThrow(message);
    const quoted = JSON.stringify(text);
    expect(() => parseResourceVersion(text)).toThrow(`resourceVersion: Invalid value: ${quoted}: ${message}`);
  });

  it("is written in decimal digits", () => {
    expect(formatResourceVersion(9007199254740991)).toBe("9007199254740991");
  });
});
