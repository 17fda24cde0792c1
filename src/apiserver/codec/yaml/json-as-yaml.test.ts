import { expect, test } from "vitest";
import { hasWholeFloat, readsAsJson } from "./json-as-yaml.ts";

test.each([
  [String.raw`{"a":"\/"}`, false],
  [String.raw`{"a":"\\\/"}`, false],
  [String.raw`{"a":"\ud83d\ude00"}`, false],
  [String.raw`{"a":"\n\u0085\u2028\ufffe"}`, true],
  ['{"a":"\ufffe"}', false],
  ['{"a":"\u0085"}', false],
  ['{"a":"\u2028"}', false],
  ['{"a":"\u007f"}', false],
  ['{"a":"\udcff"}', false],
  ['{"a":"ä😀\ufffd"}', true],
  ['{"a"\n:1}', false],
  ['{"a"\r:1}', false],
  ['{"a" \t:\n1,\n"b":["c"\n,"d"\n]\n}', true],
  [`{"${"k".repeat(1022)}":1}`, true],
  [`{"${"k".repeat(1023)}":1}`, false],
  [`{"${"k".repeat(1021)}" :1}`, true],
  [`{"${"k".repeat(1022)}" :1}`, false],
  [`{"${'k\\"'.repeat(400)}":1}`, false],
  [`{"a":"${"v".repeat(5000)}"}`, true],
])("whether YAML reads %j as JSON: %s", (text, expected) => expect(readsAsJson(text)).toBe(expected));

test.each([
  ['{"a":1.0}', true],
  ['{"a":1e3 }', true],
  ['{"a":1.00000000000000000001}', true],
  ['{"a":123456789012345678.5}', true],
  ['{"a":1.5,"b":[2]}', false],
])("whether %s has a number that YAML makes an integer: %s", (text, expected) =>
  expect(hasWholeFloat(text)).toBe(expected),
);
