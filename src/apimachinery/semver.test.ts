import { expect, it } from "vitest";
import { parseLenientSemver } from "./semver.ts";

it.each([
  ["é", '"0é"'],
  ["vé.1", '"0é"'],
  ["x", '"x"'],
  ["0x", '"0x"'],
])("a lenient version puts a zero before %j where it has several bytes", (text, quoted) => {
  expect(() => parseLenientSemver(text)).toThrow(`Invalid character(s) found in major number ${quoted}`);
});
