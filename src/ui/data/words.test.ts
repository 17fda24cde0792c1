import { expect, test } from "vitest";
import { formatAge, formatBytes, formatMs, plural } from "./words.ts";

test.each([
  [0, "0 B"],
  [820, "820 B"],
  [1024, "1.0 KB"],
  [15_000, "15 KB"],
  [5_000_000, "4.8 MB"],
])("%i bytes are %s", (bytes, words) => expect(formatBytes(bytes)).toBe(words));
test.each([
  [0, "< 0.1 ms"],
  [0.03, "< 0.1 ms"],
  [0.42, "0.4 ms"],
  [12.4, "12 ms"],
  [1234, "1.2 s"],
])("%f ms are %s", (ms, words) => expect(formatMs(ms)).toBe(words));
test.each([
  [0, "0s"],
  [59_000, "59s"],
  [61_000, "1m"],
  [7_200_000, "2h"],
  [3 * 86_400_000, "3d"],
])("an age of %i ms is %s", (ms, words) => expect(formatAge(1000, 1000 + ms)).toBe(words));
test("one thing is not several", () =>
  expect([plural(1, "object"), plural(1204, "object")]).toEqual(["1 object", "1,204 objects"]));
