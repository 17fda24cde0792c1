import { expect, it } from "vitest";
import { replaceParts, type TextPart } from "../../apimachinery/json/text-parts.ts";
import { partsAtRevision, withTextRevision } from "./stored-text.ts";

// oxfmt-ignore
it.each([
  ['"metadata":{"name":"a","resourceVersion":"1"}}', '"metadata":{"name":"a","resourceVersion":"42"}}'],
  ['"metadata":{"resourceVersion":"","name":"a"}}', '"metadata":{"resourceVersion":"42","name":"a"}}'],
  // Members of that name elsewhere, before it and deeper.
  ['"data":{"metadata":{"resourceVersion":"7"},"resourceVersion":"8"},"metadata":{"annotations":{"resourceVersion":"9"},"resourceVersion":"1"}}', '"data":{"metadata":{"resourceVersion":"7"},"resourceVersion":"8"},"metadata":{"annotations":{"resourceVersion":"9"},"resourceVersion":"42"}}'],
  // Texts that look like members, with escaped quotes and backslashes.
  ['"a":"\\\\","b":"\\"metadata\\":{\\"resourceVersion\\":\\"3\\"","metadata":{"x":"\\\\\\"","resourceVersion":"1"}}', '"a":"\\\\","b":"\\"metadata\\":{\\"resourceVersion\\":\\"3\\"","metadata":{"x":"\\\\\\"","resourceVersion":"42"}}'],
  ['"list":[{"metadata":1},["metadata"]],"metadata":{"finalizers":["resourceVersion"],"resourceVersion":"123456"},"z":{}}', '"list":[{"metadata":1},["metadata"]],"metadata":{"finalizers":["resourceVersion"],"resourceVersion":"42"},"z":{}}'],
])("puts the revision of %s where metadata has it", (text, expected) => {
  expect(withTextRevision(text, 42)).toBe(expected);
  expect(JSON.parse(`{${withTextRevision(text, 42)}`).metadata.resourceVersion).toBe("42");
});

it.each([
  '"metadata":{"name":"a"}}',
  '"data":{}}',
  "",
  '"data":{"metadata":{"resourceVersion":"1"}}}',
  '"metadata":{"labels":{"resourceVersion":"1"}}}',
])("refuses %j, which has none", (text) => {
  expect(() => withTextRevision(text, 1)).toThrow("no metadata.resourceVersion");
});

const stored = '"metadata":{"name":"a","resourceVersion":"1","labels":{"l":"x"}},"data":{"k":"v"}}';
const part = (old: string, text: string): TextPart => ({
  start: stored.indexOf(old),
  end: stored.indexOf(old) + old.length,
  text,
});

it.each<[string, TextPart[]]>([
  ["nothing else", []],
  ["what stands before it", [part('"a"', '"bb"')]],
  ["what stands behind it", [part('"v"', '"w"')]],
  ["what is around it", [part('"a"', '"bb"'), part('"x"', '""'), part('"v"', "1")]],
  [
    "all of metadata",
    [part('{"name":"a","resourceVersion":"1","labels":{"l":"x"}}', '{"resourceVersion":"1"}'), part('"v"', "1")],
  ],
])("puts the revision into a text together with %s", (_, parts) => {
  expect(replaceParts(stored, partsAtRevision(stored, parts, 42))).toBe(
    withTextRevision(replaceParts(stored, parts), 42),
  );
});
