import { expect, it } from "vitest";
import { locateLiteral } from "./locate-literal.ts";

const text = '{"a":[1, {"b\\"":1e3 ,"c":{"d":[[],2.50]}}], "x": -0.0, "a":[{"k":"}]"},7.10]}';

// oxfmt-ignore
it.each([
  [["x"], "-0.0"],
  [["a", 1], "7.10"],
  [["a", 0, "k"], '"}]"'],
  [["a", 5], undefined],
  [["y"], undefined],
  [["x", "y"], undefined],
  [[], text],
])("finds what stands at %j", (path, expected) => {
  expect(locateLiteral(text, path)).toBe(expected);
});

it("finds numbers deep inside", () => {
  expect(locateLiteral('[{"b\\"":1e3,"c":{"d":[[],2.50]}}]', [0, "c", "d", 1])).toBe("2.50");
  expect(locateLiteral('[{"b\\"":1e3,"c":1}]', [0, 'b"'])).toBe("1e3");
});
