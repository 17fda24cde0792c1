import { expect, test } from "vitest";
import { bareWord } from "./bare-word.ts";

// oxfmt-ignore
test.each([
  ["web", "", "web", ""],
  ['"web",', '"', "web", '",'],
  ["[map[a:b]].", "[", "map[a:b", "]]."],
  ['"\'', '"\'', "", ""],
  ["...", "", "", "..."],
  ["", "", "", ""],
])("%s", (word, before, bare, after) => {
  expect(bareWord(word)).toEqual({ before, bare, after });
});

test("a word of a million marks is parted in two walks", () => {
  const marks = ",".repeat(1_000_000);
  expect(bareWord(`${marks}x`).bare).toBe(`${marks}x`);
  expect(bareWord(`x${marks}`).after).toBe(marks);
});
