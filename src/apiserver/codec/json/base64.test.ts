import { expect, it } from "vitest";
import { canonicalBase64 } from "./base64.ts";

it.each([
  ["", ""],
  ["aGk=", "aGk="],
  ["aGl=", "aGk="],
  ["aQ==", "aQ=="],
  ["aR==", "aQ=="],
  ["aG\nk=\r\n", "aGk="],
  ["+/+/", "+/+/"],
])("reads %j as %j", (text, expected) => {
  expect(canonicalBase64(text)).toBe(expected);
});

it.each([
  ["aGk", 0],
  ["abcdaGk", 4],
  ["***", 0],
  ["abc*", 3],
  ["a===", 1],
  ["aa=a", 2],
  ["aa=", 3],
  ["aGk=a", 4],
  ["éé==", 0],
])("finds the fault of %j at byte %i", (text, illegalAt) => {
  expect(canonicalBase64(text)).toEqual({ illegalAt });
});
