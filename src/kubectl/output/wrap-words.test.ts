import { expect, test } from "vitest";
import { wrapWords } from "./wrap-words.ts";

test.each([
  ["one two three", 7, "one two\nthree"],
  ["a longerthanwidth b", 6, "a\nlongerthanwidth\nb"],
  ["keep\nlines as", 20, "keep\nlines as"],
  ["two  spaces", 20, "two  spaces"],
])("%j at width %d is %j", (text, width, wrapped) => {
  expect(wrapWords(text, width)).toBe(wrapped);
});
