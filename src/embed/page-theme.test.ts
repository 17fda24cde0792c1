import { expect, test } from "vitest";
import { isLightColour } from "./page-theme.ts";

test.each([
  ["rgb(232, 234, 240)", true],
  ["rgba(255, 255, 255, 0.87)", true],
  ["rgb(31, 36, 48)", false],
  ["rgb(0, 0, 0)", false],
  ["oklch(0.9 0.01 250)", undefined],
  ["", undefined],
])("%s is light: %s", (colour, light) => {
  expect(isLightColour(colour)).toBe(light);
});
