import { expect, test } from "vitest";
import { isOlderVersion } from "./compare-resource-versions.ts";

test.each([
  ["1", "2", true],
  ["9", "10", true],
  ["10", "9", false],
  ["10", "10", false],
  ["", "1", true],
  ["18446744073709551614", "18446744073709551615", true],
])("%s before %s: %s", (version, other, older) => {
  expect(isOlderVersion(version, other)).toBe(older);
});
