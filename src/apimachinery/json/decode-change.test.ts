import { describe, expect, it } from "vitest";
import { decodeChange } from "./decode-change.ts";
import { decodeJson } from "./decode.ts";

const whole = {
  a: { x: "0", 'q"': "1" },
  b: [{ c: "d" }, { c: "e", n: [1, "two", { deep: "" }] }],
  last: true,
  z: "end",
};
const text = JSON.stringify(whole);
const before = { text, value: decodeJson(text) };

describe("a text that differs in one string", () => {
  it.each<readonly [string, string, string]>([
    ["a longer one", '"x":"0"', '"x":"0123"'],
    ["a shorter one", '"z":"end"', '"z":"e"'],
    ["one that becomes empty", '"c":"d"', '"c":""'],
    ["one that was empty", '"deep":""', '"deep":"}{]["'],
    ["an item", '"two"', '"2"'],
    ["letters of any kind", '"c":"e"', '"c":"Gödel 🙂"'],
  ])("is decoded to the same as ever: %s", (_, old, now) => {
    const changed = text.replace(old, now);
    expect(decodeChange(before, changed)).toEqual(decodeJson(changed));
  });

  it("shares what has not changed", () => {
    expect(decodeChange(before, ` ${text}`.slice(1))).toBe(before.value);
    const changed = decodeChange(before, text.replace('"c":"e"', '"c":"f"'));
    expect(changed).toMatchObject({
      a: expect.toSatisfy((a) => a === (before.value as typeof whole).a),
      b: [expect.toSatisfy((item) => item === (before.value as typeof whole).b[0]), { c: "f" }],
    });
  });
});

it.each<readonly [string, string, string]>([
  ["a name", '"x":"0"', '"y":"0"'],
  ["a number", "[1,", "[2,"],
  ["a value of another kind", '"x":"0"', '"x":0'],
  ["a member more", '"x":"0"', '"x":"1","y":"2"'],
  ["two strings", '"c":"d"},{"c":"e"', '"c":"1"},{"c":"2"'],
  ["an escape", '"z":"end"', '"z":"e\\n"'],
  ["a character that is to be escaped", '"z":"end"', '"z":"e\n"'],
  ["a name with escapes on the way", '"1"', '"2"'],
  ["an end that is missing", '"z":"end"}', '"z":"ende'],
])("does not decode a text that differs in %s", (_, old, now) => {
  expect(decodeChange(before, text.replace(old, now))).toBeUndefined();
});

it("agrees with decoding from scratch wherever a character changes", () => {
  const changes = Array.from({ length: text.length }, (_, at) =>
    ["x", '"', "\\", "}", "7", ""].map((character) => text.slice(0, at) + character + text.slice(at + 1)),
  ).flat();
  const decoded = changes
    .map((changed) => [changed, decodeChange(before, changed)] as const)
    .filter(([, value]) => value !== undefined);
  expect(decoded.length).toBeGreaterThan(20);
  for (const [changed, value] of decoded) expect(value).toEqual(decodeJson(changed));
});
