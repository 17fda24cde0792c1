import { expect, it } from "vitest";
import { generateName } from "./name-generator.ts";

it("cuts the base at 58 characters and adds five random ones", () => {
  const random = { int: () => 0, uuid: () => "" };
  expect(generateName("a-", random)).toBe("a-bbbbb");
  expect(generateName("x".repeat(70), random)).toBe(`${"x".repeat(58)}bbbbb`);
});
